/** Icons for the pages: one set for all of them, and only those that somebody uses. */
export {
  ArrowDown as DownIcon,
  ArrowUp as UpIcon,
  Pause as PauseIcon,
  Play as PlayIcon,
  Square as StopIcon,
} from 'lucide-react';
