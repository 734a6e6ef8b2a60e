/** Icons that pages use in their own views. */
export { Archive, Check, Clock, Inbox, Mail, Trash2 } from 'lucide-react';
