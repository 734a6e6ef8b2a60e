import type { AccountMailTexts, FactorChangeTexts } from './account-mail-texts.js';

/** Spanish. */
export const es: AccountMailTexts = {
  'reset-password': {
    subject: 'Nueva contraseña para {{.brand}}',
    paragraphs: ['Hola, {{.name}}:', 'Alguien ha pedido una contraseña nueva para su cuenta.'],
    action: 'Elegir una contraseña',
    notes: [
      'El enlace sirve una sola vez, durante 30 minutos.',
      'Si no ha sido usted, no haga caso de este mensaje: nada cambia.',
    ],
  },
  'password-changed': {
    subject: 'Su contraseña ha cambiado',
    paragraphs: [
      'Hola, {{.name}}:',
      'la contraseña de su cuenta en {{.brand}} se cambió a las {{.at}}. Todas las sesiones han terminado.',
    ],
    action: 'No he sido yo: poner otra',
  },
  'verify-address': {
    subject: 'Confirme su dirección',
    paragraphs: ['Hola, {{.name}}:', 'confirme que esta es su dirección de correo en {{.brand}}.'],
    action: 'Confirmar la dirección',
    notes: [
      'El enlace sirve una sola vez, durante un día.',
      'Si no ha sido usted, no haga caso de este mensaje: nada cambia.',
    ],
  },
  'change-address': {
    subject: 'Confirme su nueva dirección',
    paragraphs: [
      'Hola, {{.name}}:',
      'confirme que esta es su nueva dirección de correo en {{.brand}}. Hasta entonces vale la anterior.',
    ],
    action: 'Confirmar la nueva dirección',
    notes: [
      'El enlace sirve una sola vez, durante un día.',
      'Si no ha sido usted, no haga caso de este mensaje: nada cambia.',
    ],
  },
  'address-changed': {
    subject: 'Su dirección ha cambiado',
    paragraphs: [
      'Hola, {{.name}}:',
      'la dirección de correo de su cuenta en {{.brand}} se cambió a {{.address}} a las {{.at}}.',
      'Si no ha sido usted, avise enseguida a los administradores.',
    ],
  },
  invitation: {
    subject: 'Invitación a {{.brand}}',
    paragraphs: ['Hola, {{.name}}:', 'le invitamos a {{.brand}}.'],
    action: 'Crear mi cuenta',
    notes: ['El enlace sirve una sola vez, durante siete días.'],
  },
  registration: {
    subject: 'Su cuenta en {{.brand}}',
    paragraphs: [
      'Hola, {{.name}}:',
      'alguien quiere crear una cuenta en {{.brand}} con esta dirección.',
    ],
    action: 'Crear la cuenta',
    notes: [
      'El enlace sirve una sola vez, durante un día.',
      'Si no ha sido usted, no haga caso de este mensaje: nada cambia.',
    ],
  },
  'already-registered': {
    subject: 'Ya tiene una cuenta en {{.brand}}',
    paragraphs: [
      'Hola, {{.name}}:',
      'alguien quería crear una cuenta en {{.brand}} con esta dirección, pero usted ya tiene una.',
    ],
    action: 'He olvidado mi contraseña',
    notes: ['Si no ha sido usted, no haga caso de este mensaje: nada cambia.'],
  },
  'new-browser': {
    subject: 'Inicio de sesión con otro navegador',
    paragraphs: [
      'Hola, {{.name}}:',
      'su cuenta en {{.brand}} se usó con un navegador con el que no se había usado antes: {{.browser}}, desde {{.ip}}, a las {{.at}}.',
    ],
    action: 'No he sido yo: poner otra contraseña',
    notes: ['Si ha sido usted, no tiene que hacer nada.'],
  },
  approval: {
    subject: '{{.client}} pide su aprobación',
    paragraphs: [
      'Hola, {{.name}}:',
      '{{.client}} le pide que inicie sesión en {{.brand}} y permita el acceso a su cuenta.',
      'Debería mostrar este mensaje: {{.message}}',
    ],
    action: 'Ver la petición',
    notes: [
      'El enlace funciona una vez, durante diez minutos.',
      'Si no fue usted quien empezó esto, ignore este correo: no se permite nada.',
    ],
  },
  'factor-changed': {
    subject: 'Su inicio de sesión ha cambiado',
    paragraphs: [
      'Hola, {{.name}}:',
      '{{.what}}: su cuenta en {{.brand}}, a las {{.at}}.',
      'Si no ha sido usted, avise enseguida a los administradores.',
    ],
  },
};

export const esChanges: FactorChangeTexts = {
  'totp-added': 'Se añadió una aplicación de autenticación',
  'totp-removed': 'Se quitó una aplicación de autenticación',
  'passkey-added': 'Se añadió una llave de acceso',
  'passkey-removed': 'Se quitó una llave de acceso',
  'recovery-added': 'Se crearon códigos de recuperación nuevos',
  'all-removed': 'Se quitaron todos los segundos factores',
  'upstream-added': 'Se añadió un inicio de sesión con {by}',
  'upstream-removed': 'Se quitó el inicio de sesión con {by}',
};
