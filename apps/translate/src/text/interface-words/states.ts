/** How things stand: English, Spanish, Catalan, French, Portuguese; behind `~` the British or Brazilian word. */
export const STATES = `
Yes|Sí|Sí|Oui|Sim
No|No|No|Non|Não
OK|OK|OK|OK|OK
All|Todo|Tot|Tout|Tudo
None|Ninguno|Cap|Aucun|Nenhum
Other|Otro|Altre|Autre|Outro
Others|Otros|Altres|Autres|Outros
Any|Cualquiera|Qualsevol|N'importe lequel|Qualquer
New|Nuevo|Nou|Nouveau|Novo
Old|Antiguo|Antic|Ancien|Antigo
Default|Predeterminado|Predeterminat|Par défaut|Predefinição~Padrão
Custom|Personalizado|Personalitzat|Personnalisé|Personalizado
Automatic|Automático|Automàtic|Automatique|Automático
Manual|Manual|Manual|Manuel|Manual
Required|Obligatorio|Obligatori|Obligatoire|Obrigatório
Optional|Opcional|Opcional|Facultatif|Opcional
Recommended|Recomendado|Recomanat|Recommandé|Recomendado
Popular|Popular|Popular|Populaire|Popular
Recent|Reciente|Recent|Récent|Recente
Latest|Más reciente|Més recent|Le plus récent|Mais recente
Active|Activo|Actiu|Actif|Ativo
Inactive|Inactivo|Inactiu|Inactif|Inativo
Enabled|Activado|Activat|Activé|Ativado
Disabled|Desactivado|Desactivat|Désactivé|Desativado
On|Activado|Activat|Activé|Ativado
Off|Desactivado|Desactivat|Désactivé|Desativado
Available|Disponible|Disponible|Disponible|Disponível
Unavailable|No disponible|No disponible|Indisponible|Indisponível
Not available|No disponible|No disponible|Non disponible|Não disponível
In stock|En stock|En estoc|En stock|Em stock~Em estoque
Out of stock|Agotado|Exhaurit|En rupture de stock|Esgotado
Sold out|Agotado|Exhaurit|Épuisé|Esgotado
Free|Gratis|Gratuït|Gratuit|Gratuito~Grátis
Online|En línea|En línia|En ligne|Online
Offline|Sin conexión|Fora de línia|Hors ligne|Offline
Connected|Conectado|Connectat|Connecté|Ligado~Conectado
Disconnected|Desconectado|Desconnectat|Déconnecté|Desligado~Desconectado
Pending|Pendiente|Pendent|En attente|Pendente
Processing|Procesando|S'està processant|Traitement en cours|A processar~Processando
In progress|En curso|En curs|En cours|Em curso~Em andamento
Completed|Completado|Completat|Terminé|Concluído
Done|Hecho|Fet|Terminé|Concluído
Finished|Terminado|Acabat|Terminé|Terminado
Failed|>Con errores|Ha fallat|Échec|Falhou
Success|>Correcto|>Correcte|Réussite|Sucesso
Canceled~Cancelled|Cancelado|Cancel·lat|Annulé|Cancelado
Expired|Caducado|Caducat|Expiré|Expirado
Closed|Cerrado|Tancat|Fermé|Fechado
Locked|Bloqueado|Blocat|Verrouillé|Bloqueado
Deleted|Eliminado|Suprimit|Supprimé|Eliminado~Excluído
Saved|Guardado|Desat|Enregistré|Guardado~Salvo
Sent|Enviado|Enviat|Envoyé|Enviado
Received|Recibido|Rebut|Reçu|Recebido
Unread|No leído|No llegit|Non lu|Não lido
Copied|Copiado|Copiat|Copié|Copiado
Selected|Seleccionado|Seleccionat|Sélectionné|Selecionado
Published|Publicado|Publicat|Publié|Publicado
Public|Público|Públic|Public|Público
Private|Privado|Privat|Privé|Privado
Hidden|Oculto|Amagat|Masqué|Oculto
Visible|Visible|Visible|Visible|Visível
Empty|Vacío|Buit|Vide|Vazio
Unknown|Desconocido|Desconegut|Inconnu|Desconhecido
Invalid|No válido|No vàlid|Non valide|Inválido
Valid|Válido|Vàlid|Valide|Válido
Unlimited|Ilimitado|Il·limitat|Illimité|Ilimitado
Low|Bajo|Baix|>Faible|Baixo
Medium|>Medio|>Mitjà|>Moyen|Médio
High|Alto|Alt|Élevé|Alto
Small|Pequeño|Petit|Petit|Pequeno
Large|Grande|Gran|Grand|Grande
Dark|Oscuro|Fosc|Sombre|Escuro
Dark mode|Modo oscuro|Mode fosc|Mode sombre|Modo escuro
Light mode|Modo claro|Mode clar|Mode clair|Modo claro
Black|Negro|Negre|Noir|Preto
White|Blanco|Blanc|Blanc|Branco
Red|Rojo|Vermell|Rouge|Vermelho
Green|Verde|Verd|Vert|Verde
Blue|Azul|Blau|Bleu|Azul
Yellow|Amarillo|Groc|Jaune|Amarelo
Orange|Naranja|Taronja|Orange|Laranja
Gray~Grey|Gris|Gris|Gris|Cinzento~Cinza
Always|Siempre|Sempre|Toujours|Sempre
Never|Nunca|Mai|Jamais|Nunca
Now|Ahora|Ara|Maintenant|Agora
Later|Más tarde|Més tard|Plus tard|Mais tarde
Soon|Pronto|Aviat|Bientôt|Em breve
Daily|Diario|Diàriament|Quotidien|Diário
Weekly|Semanal|Setmanalment|Hebdomadaire|Semanal
Monthly|Mensual|Mensualment|Mensuel|Mensal
Yearly|Anual|Anualment|Annuel|Anual
Ascending|Ascendente|Ascendent|Croissant|Crescente
Descending|Descendente|Descendent|Décroissant|Decrescente
Male|>Hombre|>Home|>Homme|Masculino
Female|>Mujer|>Dona|>Femme|Feminino
Untitled|Sin título|Sense títol|Sans titre|Sem título
`;
