import type { texts as english } from './en.js';

export const texts: Readonly<Record<keyof typeof english, string>> = {
  'account.signOut': 'Cerrar sesión',
  'account.menu': 'Cuenta de {name}',
  'code.copied': 'Copiado',
  'code.copy': 'Copiar',
  'dialog.cancel': 'Cancelar',
  'error.retry': 'Reintentar',
  'error.title': 'No ha funcionado',
  'error.traceId': 'Identificador para un informe: {traceId}',
  'frame.language': 'Idioma',
  'frame.nav': 'Páginas',
  'frame.skip': 'Ir al contenido',
  'list.more': 'Mostrar más',
  loading: 'Cargando',
  'nav.inbox': 'Bandeja',
  'nav.start': 'Inicio',
  'secret.hide': 'Ocultar',
  'secret.show': 'Mostrar',
  'signIn.action': 'Iniciar sesión',
  'toast.close': 'Cerrar',
  'toast.region': 'Mensajes',
};
