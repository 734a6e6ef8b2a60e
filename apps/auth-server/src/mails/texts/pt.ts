import type { AccountMailTexts, FactorChangeTexts } from './account-mail-texts.js';

/** Portuguese. */
export const pt: AccountMailTexts = {
  'reset-password': {
    subject: 'Nova senha para {{.brand}}',
    paragraphs: ['Olá, {{.name}}:', 'alguém pediu uma nova senha para a sua conta.'],
    action: 'Escolher uma senha',
    notes: [
      'O link funciona uma só vez, durante 30 minutos.',
      'Se não foi você, ignore esta mensagem: nada muda.',
    ],
  },
  'password-changed': {
    subject: 'A sua senha foi alterada',
    paragraphs: [
      'Olá, {{.name}}:',
      'a senha da sua conta em {{.brand}} foi alterada às {{.at}}. Todas as sessões terminaram.',
    ],
    action: 'Não fui eu: definir outra',
  },
  'verify-address': {
    subject: 'Confirme o seu endereço',
    paragraphs: ['Olá, {{.name}}:', 'confirme que este é o seu endereço de e-mail em {{.brand}}.'],
    action: 'Confirmar o endereço',
    notes: [
      'O link funciona uma só vez, durante um dia.',
      'Se não foi você, ignore esta mensagem: nada muda.',
    ],
  },
  'change-address': {
    subject: 'Confirme o seu novo endereço',
    paragraphs: [
      'Olá, {{.name}}:',
      'confirme que este é o seu novo endereço de e-mail em {{.brand}}. Até lá vale o antigo.',
    ],
    action: 'Confirmar o novo endereço',
    notes: [
      'O link funciona uma só vez, durante um dia.',
      'Se não foi você, ignore esta mensagem: nada muda.',
    ],
  },
  'address-changed': {
    subject: 'O seu endereço foi alterado',
    paragraphs: [
      'Olá, {{.name}}:',
      'o endereço de e-mail da sua conta em {{.brand}} foi alterado para {{.address}} às {{.at}}.',
      'Se não foi você, avise já os administradores.',
    ],
  },
  invitation: {
    subject: 'Convite para {{.brand}}',
    paragraphs: ['Olá, {{.name}}:', 'você foi convidado para {{.brand}}.'],
    action: 'Criar a minha conta',
    notes: ['O link funciona uma só vez, durante sete dias.'],
  },
  registration: {
    subject: 'A sua conta em {{.brand}}',
    paragraphs: ['Olá, {{.name}}:', 'alguém quer criar uma conta em {{.brand}} com este endereço.'],
    action: 'Criar a conta',
    notes: [
      'O link funciona uma só vez, durante um dia.',
      'Se não foi você, ignore esta mensagem: nada muda.',
    ],
  },
  'already-registered': {
    subject: 'Você já tem uma conta em {{.brand}}',
    paragraphs: [
      'Olá, {{.name}}:',
      'alguém queria criar uma conta em {{.brand}} com este endereço, mas você já tem uma.',
    ],
    action: 'Esqueci a minha senha',
    notes: ['Se não foi você, ignore esta mensagem: nada muda.'],
  },
  'new-browser': {
    subject: 'Entrada com um novo navegador',
    paragraphs: [
      'Olá, {{.name}}:',
      'a sua conta em {{.brand}} foi usada com um navegador com o qual nunca tinha sido usada: {{.browser}}, a partir de {{.ip}}, às {{.at}}.',
    ],
    action: 'Não fui eu: definir outra senha',
    notes: ['Se foi você, não precisa fazer nada.'],
  },
  approval: {
    subject: '{{.client}} pede a sua aprovação',
    paragraphs: [
      'Olá, {{.name}}:',
      '{{.client}} pede que entre em {{.brand}} e permita o acesso à sua conta.',
      'Deve mostrar esta mensagem: {{.message}}',
    ],
    action: 'Ver o pedido',
    notes: [
      'O link funciona uma vez, durante dez minutos.',
      'Se não foi você quem começou isto, ignore este e-mail: nada é permitido.',
    ],
  },
  'factor-changed': {
    subject: 'O seu modo de entrar foi alterado',
    paragraphs: [
      'Olá, {{.name}}:',
      '{{.what}}: a sua conta em {{.brand}}, às {{.at}}.',
      'Se não foi você, avise já os administradores.',
    ],
  },
};

export const ptChanges: FactorChangeTexts = {
  'totp-added': 'Foi adicionado um aplicativo de autenticação',
  'totp-removed': 'Foi removido um aplicativo de autenticação',
  'passkey-added': 'Foi adicionada uma chave de acesso',
  'passkey-removed': 'Foi removida uma chave de acesso',
  'recovery-added': 'Foram criados novos códigos de recuperação',
  'all-removed': 'Foram removidos todos os segundos fatores',
  'upstream-added': 'Foi adicionada uma entrada por {by}',
  'upstream-removed': 'Foi removida a entrada por {by}',
};
