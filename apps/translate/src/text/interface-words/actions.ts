/** What buttons and menus do: English, Spanish, Catalan, French, Portuguese; behind `~` the British or Brazilian word. */
export const ACTIONS = `
Save|Guardar|Desa|Enregistrer|Guardar~Salvar
Save as|Guardar como|Anomena i desa|Enregistrer sous|Guardar como~Salvar como
Save all|Guardar todo|Desa-ho tot|Tout enregistrer|Guardar tudo~Salvar tudo
Save changes|Guardar los cambios|Desa els canvis|Enregistrer les modifications|Guardar alterações~Salvar alterações
Save and close|Guardar y cerrar|Desa i tanca|Enregistrer et fermer|Guardar e fechar~Salvar e fechar
Save and continue|Guardar y continuar|Desa i continua|Enregistrer et continuer|Guardar e continuar~Salvar e continuar
Cancel|Cancelar|Cancel·la|Annuler|Cancelar
Close|Cerrar|Tanca|Fermer|Fechar
Close all|Cerrar todo|Tanca-ho tot|Tout fermer|Fechar tudo
Open|Abrir|Obre|Ouvrir|Abrir
Open file|Abrir archivo|Obre un fitxer|Ouvrir un fichier|Abrir ficheiro~Abrir arquivo
Open with|Abrir con|Obre amb|Ouvrir avec|Abrir com
Open in new tab|Abrir en una pestaña nueva|Obre en una pestanya nova|Ouvrir dans un nouvel onglet|Abrir num novo separador~Abrir em nova aba
Open link|Abrir el enlace|Obre l'enllaç|Ouvrir le lien|Abrir ligação~Abrir link
Add|Añadir|Afegeix|Ajouter|Adicionar
Add new|Añadir nuevo|Afegeix-ne un|Ajouter un nouvel élément|Adicionar novo
Add file|Añadir archivo|Afegeix un fitxer|Ajouter un fichier|Adicionar ficheiro~Adicionar arquivo
Add files|Añadir archivos|Afegeix fitxers|Ajouter des fichiers|Adicionar ficheiros~Adicionar arquivos
Add to cart|Añadir al carrito|Afegeix al carretó|Ajouter au panier|Adicionar ao carrinho
Add to favorites~Add to favourites|Añadir a favoritos|Afegeix als preferits|Ajouter aux favoris|Adicionar aos favoritos
Add comment|Añadir un comentario|Afegeix un comentari|Ajouter un commentaire|Adicionar comentário
Delete|Eliminar|Suprimeix|Supprimer|Eliminar~Excluir
Remove|Quitar|Elimina|Supprimer|Remover
Remove all|Quitar todo|Elimina-ho tot|Tout supprimer|Remover tudo
Delete all|Eliminar todo|Suprimeix-ho tot|Tout supprimer|Eliminar tudo~Excluir tudo
Delete account|Eliminar la cuenta|Suprimeix el compte|Supprimer le compte|Eliminar conta~Excluir conta
Delete file|Eliminar archivo|Suprimeix el fitxer|Supprimer le fichier|Eliminar ficheiro~Excluir arquivo
Edit|Editar|Edita|Modifier|Editar
Edit profile|Editar el perfil|Edita el perfil|Modifier le profil|Editar perfil
Create|Crear|Crea|Créer|Criar
Create account|Crear una cuenta|Crea un compte|Créer un compte|Criar conta
Create folder|Crear carpeta|Crea una carpeta|Créer un dossier|Criar pasta
Create new|Crear nuevo|Crea'n un de nou|Créer un nouvel élément|Criar novo
Copy|Copiar|Copia|Copier|Copiar
Copy link|Copiar el enlace|Copia l'enllaç|Copier le lien|Copiar ligação~Copiar link
Copy to clipboard|Copiar al portapapeles|Copia al porta-retalls|Copier dans le presse-papiers|Copiar para a área de transferência
Cut|Cortar|Retalla|Couper|Cortar~Recortar
Paste|Pegar|Enganxa|Coller|Colar
Undo|Deshacer|Desfés|Annuler|Anular~Desfazer
Redo|Rehacer|Refés|Rétablir|Refazer
Rename|Cambiar nombre|Canvia el nom|Renommer|Mudar o nome~Renomear
Replace|Reemplazar|Reemplaça|Remplacer|Substituir
Replace all|Reemplazar todo|Reemplaça-ho tot|Tout remplacer|Substituir tudo
Move|Mover|Mou|Déplacer|Mover
Move to|Mover a|Mou a|Déplacer vers|Mover para
Move up|Mover hacia arriba|Mou amunt|Monter|Mover para cima
Move down|Mover hacia abajo|Mou avall|Descendre|Mover para baixo
Move to trash|Mover a la papelera|Mou a la paperera|Mettre à la corbeille|Mover para o lixo~Mover para a lixeira
Duplicate|Duplicar|Duplica|Dupliquer|Duplicar
Select|Seleccionar|Selecciona|Sélectionner|Selecionar
Select all|Seleccionar todo|Selecciona-ho tot|Tout sélectionner|Selecionar tudo
Select file|Seleccionar archivo|Selecciona un fitxer|Sélectionner un fichier|Selecionar ficheiro~Selecionar arquivo
Select language|Seleccionar idioma|Selecciona l'idioma|Sélectionner la langue|Selecionar idioma
Deselect all|Deseleccionar todo|Desselecciona-ho tot|Tout désélectionner|Desselecionar tudo
Choose|Elegir|Tria|Choisir|Escolher
Choose file|Elegir archivo|Tria un fitxer|Choisir un fichier|Escolher ficheiro~Escolher arquivo
Browse|Examinar|Navega|Parcourir|Procurar
Search|Buscar|Cerca|Rechercher|Pesquisar
Find|Buscar|Cerca|Rechercher|Localizar
Find next|Buscar siguiente|Cerca el següent|Rechercher le suivant|Localizar seguinte~Localizar próximo
Find and replace|Buscar y reemplazar|Cerca i reemplaça|Rechercher et remplacer|Localizar e substituir
Filter|Filtrar|Filtra|Filtrer|Filtrar
Sort|Ordenar|Ordena|Trier|Ordenar
Sort by|Ordenar por|Ordena per|Trier par|Ordenar por
Group by|Agrupar por|Agrupa per|Grouper par|Agrupar por
Update|Actualizar|Actualitza|Mettre à jour|Atualizar
Refresh|Actualizar|Actualitza|Actualiser|Atualizar
Reload|Recargar|Torna a carregar|Recharger|Recarregar
Upgrade|Actualizar|Actualitza|Mettre à niveau|Atualizar
Reset|Restablecer|Reinicia|Réinitialiser|Repor~Redefinir
Reset password|Restablecer la contraseña|Restableix la contrasenya|Réinitialiser le mot de passe|Repor palavra-passe~Redefinir senha
Restore|Restaurar|Restaura|Restaurer|Restaurar
Restore defaults|Restaurar valores predeterminados|Restaura els valors predeterminats|Rétablir les valeurs par défaut|Restaurar predefinições~Restaurar padrões
Clear|Borrar|Neteja|Effacer|Limpar
Clear all|Borrar todo|Neteja-ho tot|Tout effacer|Limpar tudo
Clear history|Borrar el historial|Neteja l'historial|Effacer l'historique|Limpar histórico
Apply|Aplicar|Aplica|Appliquer|Aplicar
Accept|Aceptar|Accepta|Accepter|Aceitar
Accept all|Aceptar todo|Accepta-ho tot|Tout accepter|Aceitar tudo
Reject|Rechazar|Rebutja|Rejeter|Rejeitar
Decline|Rechazar|Rebutja|Refuser|Recusar
Approve|Aprobar|Aprova|Approuver|Aprovar
Confirm|Confirmar|Confirma|Confirmer|Confirmar
Confirm password|Confirmar la contraseña|Confirmeu la contrasenya|Confirmer le mot de passe|Confirmar palavra-passe~Confirmar senha
Continue|Continuar|Continua|Continuer|Continuar
Continue shopping|Seguir comprando|Continua comprant|Continuer mes achats|Continuar a comprar~Continuar comprando
Send|Enviar|Envia|Envoyer|Enviar
Submit|Enviar|Envia|Envoyer|Submeter~Enviar
Send again|Enviar de nuevo|Torna a enviar|Renvoyer|Enviar novamente
Send message|Enviar mensaje|Envia el missatge|Envoyer le message|Enviar mensagem
Send feedback|Enviar comentarios|Envia comentaris|Envoyer des commentaires|Enviar comentários
Reply|Responder|Respon|Répondre|Responder
Reply all|Responder a todos|Respon a tothom|Répondre à tous|Responder a todos
Forward|Reenviar|Reenvia|Transférer|Reencaminhar~Encaminhar
Share|Compartir|Comparteix|Partager|Partilhar~Compartilhar
Download|Descargar|Baixa|Télécharger|Transferir~Baixar
Download file|Descargar archivo|Baixa el fitxer|Télécharger le fichier|Transferir ficheiro~Baixar arquivo
Upload|Subir|Puja|Téléverser|Carregar~Enviar
Upload file|Subir archivo|Puja un fitxer|Téléverser un fichier|Carregar ficheiro~Enviar arquivo
Import|Importar|Importa|Importer|Importar
Export|Exportar|Exporta|Exporter|Exportar
Print|Imprimir|Imprimeix|Imprimer|Imprimir
Print preview|Vista previa de impresión|Previsualització de la impressió|Aperçu avant impression|Pré-visualização de impressão~Visualização de impressão
Preview|Vista previa|Previsualització|Aperçu|Pré-visualização
View|Ver|Visualitza|Afficher|Ver
View all|Ver todo|Mostra-ho tot|Tout afficher|Ver tudo
View details|Ver detalles|Mostra els detalls|Afficher les détails|Ver detalhes
View more|Ver más|Mostra'n més|Voir plus|Ver mais
Show|Mostrar|Mostra|Afficher|Mostrar
Show all|Mostrar todo|Mostra-ho tot|Tout afficher|Mostrar tudo
Show details|Mostrar detalles|Mostra els detalls|Afficher les détails|Mostrar detalhes
Show more|Mostrar más|Mostra'n més|Afficher plus|Mostrar mais
Show less|Mostrar menos|Mostra'n menys|Afficher moins|Mostrar menos
Show password|Mostrar la contraseña|Mostra la contrasenya|Afficher le mot de passe|Mostrar palavra-passe~Mostrar senha
Hide|Ocultar|Amaga|Masquer|Ocultar
Hide details|Ocultar detalles|Amaga els detalls|Masquer les détails|Ocultar detalhes
Expand|Expandir|Expandeix|Développer|Expandir
Expand all|Expandir todo|Expandeix-ho tot|Tout développer|Expandir tudo
Collapse|Contraer|Redueix|Réduire|Recolher
Collapse all|Contraer todo|Redueix-ho tot|Tout réduire|Recolher tudo
Minimize~Minimise|Minimizar|Minimitza|Réduire|Minimizar
Maximize~Maximise|Maximizar|Maximitza|Agrandir|Maximizar
Zoom in|Ampliar|Amplia|Zoom avant|Ampliar
Zoom out|Reducir|Redueix|Zoom arrière|Reduzir
Back|Atrás|Enrere|Retour|Voltar
Go back|Volver|Torna enrere|Retour|Voltar
Back to top|Volver arriba|Torna a dalt|Haut de page|Voltar ao topo
Next|Siguiente|Següent|Suivant|Seguinte~Próximo
Next page|Página siguiente|Pàgina següent|Page suivante|Página seguinte~Próxima página
Next step|Paso siguiente|Pas següent|Étape suivante|Passo seguinte~Próxima etapa
Previous|Anterior|Anterior|Précédent|Anterior
Previous page|Página anterior|Pàgina anterior|Page précédente|Página anterior
Finish|Finalizar|Finalitza|Terminer|Concluir
Start|Iniciar|Inicia|Démarrer|Iniciar
Get started|Empezar|Comença|Commencer|Começar
Stop|Detener|Atura|Arrêter|Parar
Pause|Pausar|Pausa|Pause|Pausar
Resume|Reanudar|Reprèn|Reprendre|Retomar
Play|Reproducir|Reprodueix|>Lire|Reproduzir
Restart|Reiniciar|Reinicia|Redémarrer|Reiniciar
Retry|Reintentar|Reintenta|Réessayer|Tentar novamente
Try again|Inténtelo de nuevo|Torneu-ho a provar|Réessayer|Tentar novamente
Skip|Omitir|Omet|>Ignorer|>Ignorar~Pular
Ignore|Ignorar|Ignora|Ignorer|Ignorar
Discard|Descartar|Descarta|Abandonner|Rejeitar~Descartar
Dismiss|>Descartar|>Descarta|>Ignorer|Dispensar
Discard changes|Descartar los cambios|Descarta els canvis|Abandonner les modifications|Rejeitar alterações~Descartar alterações
Don't save|No guardar|No ho desis|Ne pas enregistrer|Não guardar~Não salvar
Exit|Salir|Surt|Quitter|Sair
Quit|Salir|Surt|Quitter|Sair
Sign in|Iniciar sesión|Inicia la sessió|Se connecter|Iniciar sessão~Entrar
Log in|Iniciar sesión|Inicia la sessió|Se connecter|Iniciar sessão~Entrar
Sign out|Cerrar sesión|Tanca la sessió|Se déconnecter|Terminar sessão~Sair
Log out|Cerrar sesión|Tanca la sessió|Se déconnecter|Terminar sessão~Sair
Sign up|Registrarse|Registra't|S'inscrire|Registar-se~Cadastrar-se
Register|Registrarse|Registra't|S'inscrire|Registar-se~Cadastrar-se
Subscribe|Suscribirse|Subscriu-t'hi|S'abonner|Subscrever~Assinar
Unsubscribe|Cancelar la suscripción|Cancel·la la subscripció|Se désabonner|Anular subscrição~Cancelar assinatura
Follow|Seguir|Segueix|Suivre|Seguir
Unfollow|Dejar de seguir|Deixa de seguir|Ne plus suivre|Deixar de seguir
Like|>Me gusta|>M'agrada|J'aime|>Gosto~Curtir
Connect|Conectar|Connecta|Connecter|Ligar~Conectar
Disconnect|Desconectar|Desconnecta|Déconnecter|Desligar~Desconectar
Enable|Activar|Activa|Activer|Ativar
Disable|Desactivar|Desactiva|Désactiver|Desativar
Turn on|Activar|Activa|Activer|Ativar
Turn off|Desactivar|Desactiva|Désactiver|Desativar
Install|Instalar|Instal·la|Installer|Instalar
Uninstall|Desinstalar|Desinstal·la|Désinstaller|Desinstalar
Configure|Configurar|Configura|Configurer|Configurar
Customize~Customise|Personalizar|Personalitza|Personnaliser|Personalizar
Manage|Administrar|Gestiona|Gérer|Gerir~Gerenciar
Lock|Bloquear|Bloca|Verrouiller|Bloquear
Unlock|Desbloquear|Desbloca|Déverrouiller|Desbloquear
Block|Bloquear|Bloca|Bloquer|Bloquear
Invite|Invitar|Convida|Inviter|Convidar
Join|Unirse|Uneix-t'hi|Rejoindre|Participar
Leave|Abandonar|Abandona|Quitter|Sair
Archive|Archivar|Arxiva|Archiver|Arquivar
Print page|Imprimir página|Imprimeix la pàgina|Imprimer la page|Imprimir página
Translate|Traducir|Tradueix|Traduire|Traduzir
Insert|Insertar|Insereix|Insérer|Inserir
Attach file|Adjuntar archivo|Adjunta un fitxer|Joindre un fichier|Anexar ficheiro~Anexar arquivo
Scan|Escanear|Escaneja|Numériser|Digitalizar
Compare|Comparar|Compara|Comparer|Comparar
Convert|Convertir|Converteix|Convertir|Converter
Rotate|Girar|Gira|Faire pivoter|Rodar~Girar
Crop|Recortar|Escapça|Rogner|Recortar~Cortar
Buy|Comprar|Compra|Acheter|Comprar
Buy now|Comprar ahora|Compra ara|Acheter maintenant|Comprar agora
Pay|Pagar|Paga|Payer|Pagar
Checkout|Finalizar la compra|Finalitza la compra|Passer commande|Finalizar compra
Book now|Reservar ahora|Reserva ara|Réserver maintenant|Reservar agora
Contact us|Contáctenos|Contacteu amb nosaltres|Nous contacter|Contacte-nos~Fale conosco
Learn more|Más información|Més informació|En savoir plus|Saber mais~Saiba mais
Read more|Leer más|Llegeix-ne més|Lire la suite|Ler mais~Leia mais
Change password|Cambiar la contraseña|Canvia la contrasenya|Changer le mot de passe|Alterar palavra-passe~Alterar senha
Change language|Cambiar de idioma|Canvia l'idioma|Changer de langue|Mudar idioma
Mark as read|Marcar como leído|Marca com a llegit|Marquer comme lu|Marcar como lido~Marcar como lida
Mark all as read|Marcar todo como leído|Marca-ho tot com a llegit|Tout marquer comme lu|Marcar tudo como lido
`;
