/** What programs say in a line: English, Spanish, Catalan, French, Portuguese; behind `~` the British or Brazilian word. */
export const MESSAGES = `
Hello|Hola|Hola|Bonjour|Olá
Welcome|Bienvenido|Benvingut|Bienvenue|Bem-vindo
Welcome back|Bienvenido de nuevo|Benvingut de nou|Bon retour|Bem-vindo de volta
Good morning|Buenos días|Bon dia|Bonjour|Bom dia
Good afternoon|Buenas tardes|Bona tarda|Bon après-midi|Boa tarde
Good evening|Buenas tardes|Bon vespre|Bonsoir|Boa noite
Good night|Buenas noches|Bona nit|Bonne nuit|Boa noite
Goodbye|Adiós|Adéu|Au revoir|Adeus~Tchau
Please|Por favor|Si us plau|S'il vous plaît|Por favor
Thank you|Gracias|Gràcies|Merci|Obrigado
Thanks|Gracias|Gràcies|Merci|Obrigado
Thank you very much|Muchas gracias|Moltes gràcies|Merci beaucoup|Muito obrigado
You're welcome|De nada|De res|De rien|De nada
Sorry|Lo sentimos|Ho sentim|Désolé|Desculpe
Congratulations|Enhorabuena|Enhorabona|Félicitations|Parabéns
No, thanks|No, gracias|No, gràcies|Non, merci|Não, obrigado
No, thank you|No, gracias|No, gràcies|Non, merci|Não, obrigado
Yes, please|Sí, por favor|Sí, si us plau|Oui, s'il vous plaît|Sim, por favor
Not now|Ahora no|Ara no|Pas maintenant|Agora não
Maybe later|Quizás más tarde|Potser més tard|Peut-être plus tard|Talvez mais tarde
Coming soon|Próximamente|Properament|Bientôt disponible|Em breve
Loading|Cargando|S'està carregant|Chargement|A carregar~Carregando
Please wait|Espere, por favor|Espereu, si us plau|Veuillez patienter|Aguarde, por favor~Aguarde
Saving|Guardando|S'està desant|Enregistrement|A guardar~Salvando
Searching|Buscando|S'està cercant|Recherche en cours|A pesquisar~Pesquisando
Connecting|Conectando|S'està connectant|Connexion en cours|A ligar~Conectando
Downloading|Descargando|S'està baixant|Téléchargement|A transferir~Baixando
Uploading|Subiendo|S'està pujant|Téléversement|A carregar~Enviando
Sending|Enviando|S'està enviant|Envoi en cours|A enviar~Enviando
Updating|Actualizando|S'està actualitzant|Mise à jour en cours|A atualizar~Atualizando
Installing|Instalando|S'està instal·lant|Installation en cours|A instalar~Instalando
No results|Sin resultados|Sense resultats|Aucun résultat|Sem resultados
No results found|No se han encontrado resultados|No s'ha trobat cap resultat|Aucun résultat trouvé|Nenhum resultado encontrado
No data|Sin datos|Sense dades|Aucune donnée|Sem dados
No data available|No hay datos disponibles|No hi ha dades disponibles|Aucune donnée disponible|Nenhum dado disponível
Not found|No encontrado|No s'ha trobat|Introuvable|Não encontrado
Page not found|Página no encontrada|No s'ha trobat la pàgina|Page introuvable|Página não encontrada
File not found|Archivo no encontrado|No s'ha trobat el fitxer|Fichier introuvable|Ficheiro não encontrado~Arquivo não encontrado
Access denied|Acceso denegado|Accés denegat|Accès refusé|Acesso negado
Permission denied|Permiso denegado|Permís denegat|Autorisation refusée|Permissão negada
Unknown error|Error desconocido|Error desconegut|Erreur inconnue|Erro desconhecido
An error occurred|Se ha producido un error|S'ha produït un error|Une erreur s'est produite|Ocorreu um erro
An error has occurred|Se ha producido un error|S'ha produït un error|Une erreur s'est produite|Ocorreu um erro
Something went wrong|Algo ha ido mal|Alguna cosa ha anat malament|Une erreur s'est produite|Algo correu mal~Algo deu errado
Please try again|Inténtelo de nuevo|Torneu-ho a provar|Veuillez réessayer|Tente novamente
Please try again later|Inténtelo de nuevo más tarde|Torneu-ho a provar més tard|Veuillez réessayer plus tard|Tente novamente mais tarde
Try again later|Inténtelo de nuevo más tarde|Torneu-ho a provar més tard|Réessayez plus tard|Tente novamente mais tarde
Network error|Error de red|Error de xarxa|Erreur réseau|Erro de rede
Server error|Error del servidor|Error del servidor|Erreur du serveur|Erro do servidor
Connection lost|Se ha perdido la conexión|S'ha perdut la connexió|Connexion perdue|Ligação perdida~Conexão perdida
No connection|Sin conexión|Sense connexió|Pas de connexion|Sem ligação~Sem conexão
No internet connection|Sin conexión a internet|Sense connexió a internet|Pas de connexion internet|Sem ligação à internet~Sem conexão com a internet
Are you sure?|¿Está seguro?|N'esteu segur?|Êtes-vous sûr ?|Tem a certeza?~Tem certeza?
Do you want to continue?|¿Desea continuar?|Voleu continuar?|Voulez-vous continuer ?|Deseja continuar?
Do you want to save the changes?|¿Desea guardar los cambios?|Voleu desar els canvis?|Voulez-vous enregistrer les modifications ?|Deseja guardar as alterações?~Deseja salvar as alterações?
This action cannot be undone.|Esta acción no se puede deshacer.|Aquesta acció no es pot desfer.|Cette action est irréversible.|Esta ação não pode ser anulada.~Esta ação não pode ser desfeita.
This action cannot be undone|Esta acción no se puede deshacer|Aquesta acció no es pot desfer|Cette action est irréversible|Esta ação não pode ser anulada~Esta ação não pode ser desfeita
Changes saved|Cambios guardados|S'han desat els canvis|Modifications enregistrées|Alterações guardadas~Alterações salvas
Your changes have been saved.|Se han guardado los cambios.|S'han desat els canvis.|Vos modifications ont été enregistrées.|As suas alterações foram guardadas.~Suas alterações foram salvas.
Unsaved changes|Cambios sin guardar|Canvis sense desar|Modifications non enregistrées|Alterações não guardadas~Alterações não salvas
Forgot password?|¿Ha olvidado la contraseña?|Heu oblidat la contrasenya?|Mot de passe oublié ?|Esqueceu-se da palavra-passe?~Esqueceu a senha?
Forgot your password?|¿Ha olvidado su contraseña?|Heu oblidat la contrasenya?|Mot de passe oublié ?|Esqueceu-se da palavra-passe?~Esqueceu sua senha?
Remember me|Recordarme|Recorda'm|Se souvenir de moi|Lembrar-me~Lembrar de mim
Don't have an account?|¿No tiene una cuenta?|No teniu cap compte?|Vous n'avez pas de compte ?|Não tem uma conta?
Already have an account?|¿Ya tiene una cuenta?|Ja teniu un compte?|Vous avez déjà un compte ?|Já tem uma conta?
Wrong password|Contraseña incorrecta|Contrasenya incorrecta|Mot de passe incorrect|Palavra-passe incorreta~Senha incorreta
Invalid password|Contraseña no válida|Contrasenya no vàlida|Mot de passe non valide|Palavra-passe inválida~Senha inválida
Invalid email address|Dirección de correo electrónico no válida|Adreça electrònica no vàlida|Adresse e-mail non valide|Endereço de e-mail inválido
This field is required|Este campo es obligatorio|Aquest camp és obligatori|Ce champ est obligatoire|Este campo é obrigatório
This field is required.|Este campo es obligatorio.|Aquest camp és obligatori.|Ce champ est obligatoire.|Este campo é obrigatório.
Required field|Campo obligatorio|Camp obligatori|Champ obligatoire|Campo obrigatório
Drag and drop files here|Arrastre y suelte los archivos aquí|Arrossegueu i deixeu anar els fitxers aquí|Glissez-déposez les fichiers ici|Arraste e largue os ficheiros aqui~Arraste e solte os arquivos aqui
Copied to clipboard|Copiado al portapapeles|S'ha copiat al porta-retalls|Copié dans le presse-papiers|Copiado para a área de transferência
Update available|Actualización disponible|Actualització disponible|Mise à jour disponible|Atualização disponível
Session expired|La sesión ha caducado|La sessió ha caducat|Session expirée|A sessão expirou
All rights reserved|Todos los derechos reservados|Tots els drets reservats|Tous droits réservés|Todos os direitos reservados
All rights reserved.|Todos los derechos reservados.|Tots els drets reservats.|Tous droits réservés.|Todos os direitos reservados.
Powered by|Con la tecnología de|Amb la tecnologia de|Propulsé par|Com tecnologia de
Need help?|¿Necesita ayuda?|Necessiteu ajuda?|Besoin d'aide ?|Precisa de ajuda?
Select an option|Seleccione una opción|Seleccioneu una opció|Sélectionnez une option|Selecione uma opção
Select a file|Seleccione un archivo|Seleccioneu un fitxer|Sélectionnez un fichier|Selecione um ficheiro~Selecione um arquivo
Enter your email|Introduzca su correo electrónico|Introduïu el vostre correu electrònic|Saisissez votre adresse e-mail|Introduza o seu e-mail~Digite seu e-mail
Enter your password|Introduzca su contraseña|Introduïu la vostra contrasenya|Saisissez votre mot de passe|Introduza a sua palavra-passe~Digite sua senha
Enter your name|Introduzca su nombre|Introduïu el vostre nom|Saisissez votre nom|Introduza o seu nome~Digite seu nome
No file selected|Ningún archivo seleccionado|Cap fitxer seleccionat|Aucun fichier sélectionné|Nenhum ficheiro selecionado~Nenhum arquivo selecionado
No items|Ningún elemento|Cap element|Aucun élément|Nenhum item
No messages|No hay mensajes|No hi ha missatges|Aucun message|Sem mensagens
No notifications|No hay notificaciones|No hi ha notificacions|Aucune notification|Sem notificações
Your cart is empty|Su carrito está vacío|El vostre carretó és buit|Votre panier est vide|O seu carrinho está vazio~Seu carrinho está vazio
Your cart is empty.|Su carrito está vacío.|El vostre carretó és buit.|Votre panier est vide.|O seu carrinho está vazio.~Seu carrinho está vazio.
See all|Ver todo|Mostra-ho tot|Tout voir|Ver tudo
See more|Ver más|Mostra'n més|Voir plus|Ver mais
And|Y|I|Et|E
Or|O|O|Ou|Ou
From|De|De|De|De
To|Para|Per a|À|Para
Of|De|De|De|De
By|Por|Per|Par|Por
`;
