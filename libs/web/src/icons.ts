/** Icons that pages use in their own views. */
export {
  Archive,
  ArrowDown,
  ArrowUp,
  Check,
  Clock,
  Inbox,
  Mail,
  Pause,
  Play,
  Square,
  Trash2,
} from 'lucide-react';
