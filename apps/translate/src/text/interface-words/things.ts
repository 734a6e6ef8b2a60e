/** What headings, labels and menus name: English, Spanish, Catalan, French, Portuguese; behind `~` the British or Brazilian word. */
export const THINGS = `
File|Archivo|Fitxer|Fichier|Ficheiro~Arquivo
Files|Archivos|Fitxers|Fichiers|Ficheiros~Arquivos
Folder|Carpeta|Carpeta|Dossier|Pasta
Folders|Carpetas|Carpetes|Dossiers|Pastas
New file|Archivo nuevo|Fitxer nou|Nouveau fichier|Novo ficheiro~Novo arquivo
New folder|Carpeta nueva|Carpeta nova|Nouveau dossier|Nova pasta
New tab|Pestaña nueva|Pestanya nova|Nouvel onglet|Novo separador~Nova guia
New window|Ventana nueva|Finestra nova|Nouvelle fenêtre|Nova janela
New message|Mensaje nuevo|Missatge nou|Nouveau message|Nova mensagem
New password|Contraseña nueva|Contrasenya nova|Nouveau mot de passe|Nova palavra-passe~Nova senha
Document|Documento|Document|Document|Documento
Documents|Documentos|Documents|Documents|Documentos
Image|Imagen|Imatge|Image|Imagem
Images|Imágenes|Imatges|Images|Imagens
Picture|Imagen|Imatge|Image|Imagem
Photo|Foto|Foto|Photo|Foto
Photos|Fotos|Fotos|Photos|Fotos
Video|Vídeo|Vídeo|Vidéo|Vídeo
Videos|Vídeos|Vídeos|Vidéos|Vídeos
Music|Música|Música|Musique|Música
Audio|Audio|Àudio|Audio|Áudio
Settings|Configuración|Configuració|Paramètres|Definições~Configurações
General settings|Configuración general|Configuració general|Paramètres généraux|Definições gerais~Configurações gerais
Preferences|Preferencias|Preferències|Préférences|Preferências
Options|Opciones|Opcions|Options|Opções
Advanced|Avanzado|Avançat|Avancé|Avançado
General|General|General|Général|Geral
Help|Ayuda|Ajuda|Aide|Ajuda
About|Acerca de|Quant a|À propos|Acerca de~Sobre
About us|Sobre nosotros|Qui som|À propos de nous|Sobre nós
Home|Inicio|Inici|Accueil|Início
Home page|Página de inicio|Pàgina d'inici|Page d'accueil|Página inicial
Menu|Menú|Menú|Menu|Menu
Main menu|Menú principal|Menú principal|Menu principal|Menu principal
Dashboard|Panel de control|Tauler de control|Tableau de bord|Painel de controlo~Painel
Profile|Perfil|Perfil|Profil|Perfil
My profile|Mi perfil|El meu perfil|Mon profil|O meu perfil~Meu perfil
Account|Cuenta|Compte|Compte|Conta
My account|Mi cuenta|El meu compte|Mon compte|A minha conta~Minha conta
Account settings|Configuración de la cuenta|Configuració del compte|Paramètres du compte|Definições da conta~Configurações da conta
User|Usuario|Usuari|Utilisateur|Utilizador~Usuário
Users|Usuarios|Usuaris|Utilisateurs|Utilizadores~Usuários
Username|Nombre de usuario|Nom d'usuari|Nom d'utilisateur|Nome de utilizador~Nome de usuário
User name|Nombre de usuario|Nom d'usuari|Nom d'utilisateur|Nome de utilizador~Nome de usuário
Password|Contraseña|Contrasenya|Mot de passe|Palavra-passe~Senha
Name|Nombre|Nom|Nom|Nome
First name|Nombre|Nom|Prénom|Nome próprio~Nome
Last name|Apellidos|Cognoms|Nom de famille|Apelido~Sobrenome
Full name|Nombre completo|Nom complet|Nom complet|Nome completo
Email|Correo electrónico|Correu electrònic|E-mail|E-mail
E-mail|Correo electrónico|Correu electrònic|E-mail|E-mail
Email address|Dirección de correo electrónico|Adreça electrònica|Adresse e-mail|Endereço de e-mail
Phone|Teléfono|Telèfon|Téléphone|Telefone
Phone number|Número de teléfono|Número de telèfon|Numéro de téléphone|Número de telefone
Mobile phone|Teléfono móvil|Telèfon mòbil|Téléphone portable|Telemóvel~Telefone celular
Address|Dirección|Adreça|Adresse|Morada~Endereço
City|Ciudad|Ciutat|Ville|Cidade
Country|País|País|Pays|País
Region|Región|Regió|Région|Região
Postal code|Código postal|Codi postal|Code postal|Código postal~CEP
Street|Calle|Carrer|Rue|Rua
Company|Empresa|Empresa|Entreprise|Empresa
Website|Sitio web|Lloc web|Site web|Site
Language|Idioma|Idioma|Langue|Idioma
Languages|Idiomas|Idiomes|Langues|Idiomas
Time zone|Zona horaria|Zona horària|Fuseau horaire|Fuso horário
Currency|Moneda|Moneda|Devise|Moeda
Date|Fecha|Data|Date|Data
Start date|Fecha de inicio|Data d'inici|Date de début|Data de início
End date|Fecha de finalización|Data de finalització|Date de fin|Data de fim~Data de término
Date of birth|Fecha de nacimiento|Data de naixement|Date de naissance|Data de nascimento
Time|Hora|Hora|Heure|Hora
Today|Hoy|Avui|Aujourd'hui|Hoje
Yesterday|Ayer|Ahir|Hier|Ontem
Tomorrow|Mañana|Demà|Demain|Amanhã
Day|Día|Dia|Jour|Dia
Days|Días|Dies|Jours|Dias
Week|Semana|Setmana|Semaine|Semana
Month|Mes|Mes|Mois|Mês
Year|Año|Any|Année|Ano
Hour|Hora|Hora|Heure|Hora
Hours|Horas|Hores|Heures|Horas
Minute|Minuto|Minut|Minute|Minuto
Minutes|Minutos|Minuts|Minutes|Minutos
Second|Segundo|Segon|Seconde|Segundo
Seconds|Segundos|Segons|Secondes|Segundos
This week|Esta semana|Aquesta setmana|Cette semaine|Esta semana
This month|Este mes|Aquest mes|Ce mois-ci|Este mês
Last week|La semana pasada|La setmana passada|La semaine dernière|Semana passada
Last month|El mes pasado|El mes passat|Le mois dernier|Mês passado
Calendar|Calendario|Calendari|Calendrier|Calendário
Event|Evento|Esdeveniment|Événement|Evento
Events|Eventos|Esdeveniments|Événements|Eventos
Message|Mensaje|Missatge|Message|Mensagem
Messages|Mensajes|Missatges|Messages|Mensagens
Notification|Notificación|Notificació|Notification|Notificação
Notifications|Notificaciones|Notificacions|Notifications|Notificações
Comment|Comentario|Comentari|Commentaire|Comentário
Comments|Comentarios|Comentaris|Commentaires|Comentários
Subject|Asunto|Assumpte|Objet|Assunto
Title|Título|Títol|Titre|Título
Description|Descripción|Descripció|Description|Descrição
Details|Detalles|Detalls|Détails|Detalhes
Summary|Resumen|Resum|Résumé|Resumo
Content|Contenido|Contingut|Contenu|Conteúdo
Contents|Contenido|Contingut|Sommaire|Conteúdo
Text|Texto|Text|Texte|Texto
Category|Categoría|Categoria|Catégorie|Categoria
Categories|Categorías|Categories|Catégories|Categorias
Tag|Etiqueta|Etiqueta|Étiquette|Etiqueta
Tags|Etiquetas|Etiquetes|Étiquettes|Etiquetas
Type|Tipo|Tipus|Type|Tipo
Status|Estado|Estat|État|Estado~Status
Size|Tamaño|Mida|Taille|Tamanho
Color~Colour|Color|Color|Couleur|Cor
Font|Fuente|Tipus de lletra|Police|Tipo de letra~Fonte
Width|Anchura|Amplada|Largeur|Largura
Height|Altura|Alçada|Hauteur|Altura
Position|Posición|Posició|Position|Posição
Left|Izquierda|Esquerra|Gauche|Esquerda
Right|Derecha|Dreta|Droite|Direita
Top|Arriba|A dalt|Haut|Topo
Bottom|Abajo|A baix|Bas|Fundo
Center~Centre|Centro|Centre|Centre|Centro
Number|Número|Número|Numéro|Número
Quantity|Cantidad|Quantitat|Quantité|Quantidade
Price|Precio|Preu|Prix|Preço
Total|Total|Total|Total|Total
Subtotal|Subtotal|Subtotal|Sous-total|Subtotal
Discount|Descuento|Descompte|Remise|Desconto
Tax|Impuesto|Impost|Taxe|Imposto
Shipping|Envío|Enviament|Livraison|Envio~Frete
Payment|Pago|Pagament|Paiement|Pagamento
Payment method|Método de pago|Mètode de pagament|Mode de paiement|Método de pagamento~Forma de pagamento
Order|Pedido|Comanda|Commande|Encomenda~Pedido
Orders|Pedidos|Comandes|Commandes|Encomendas~Pedidos
My orders|Mis pedidos|Les meves comandes|Mes commandes|As minhas encomendas~Meus pedidos
Invoice|Factura|Factura|Facture|Fatura
Product|Producto|Producte|Produit|Produto
Products|Productos|Productes|Produits|Produtos
Cart|Carrito|Carretó|Panier|Carrinho
Shopping cart|Carrito de la compra|Carretó de la compra|Panier d'achat|Carrinho de compras
Services|Servicios|Serveis|Services|Serviços
Contact|Contacto|Contacte|Contact|Contacto~Contato
Contacts|Contactos|Contactes|Contacts|Contactos~Contatos
News|Noticias|Notícies|Actualités|Notícias
Blog|Blog|Blog|Blog|Blog
Page|Página|Pàgina|Page|Página
Pages|Páginas|Pàgines|Pages|Páginas
Link|Enlace|Enllaç|Lien|Ligação~Link
Links|Enlaces|Enllaços|Liens|Ligações~Links
Map|Mapa|Mapa|Carte|Mapa
Location|Ubicación|Ubicació|Emplacement|Localização
History|Historial|Historial|Historique|Histórico
Favorites~Favourites|Favoritos|Preferits|Favoris|Favoritos
Bookmarks|Marcadores|Adreces d'interès|Signets|Marcadores~Favoritos
Group|Grupo|Grup|Groupe|Grupo
Groups|Grupos|Grups|Groupes|Grupos
Team|Equipo|Equip|Équipe|Equipa~Equipe
Members|Miembros|Membres|Membres|Membros
Role|Rol|Rol|Rôle|Função
Permissions|Permisos|Permisos|Autorisations|Permissões
Project|Proyecto|Projecte|Projet|Projeto
Projects|Proyectos|Projectes|Projets|Projetos
Task|Tarea|Tasca|Tâche|Tarefa
Tasks|Tareas|Tasques|Tâches|Tarefas
Reports|Informes|Informes|Rapports|Relatórios
Statistics|Estadísticas|Estadístiques|Statistiques|Estatísticas
Results|Resultados|Resultats|Résultats|Resultados
Search results|Resultados de la búsqueda|Resultats de la cerca|Résultats de la recherche|Resultados da pesquisa
Security|Seguridad|Seguretat|Sécurité|Segurança
Privacy|Privacidad|Privadesa|Confidentialité|Privacidade
Privacy policy|Política de privacidad|Política de privadesa|Politique de confidentialité|Política de privacidade
Terms of use|Condiciones de uso|Condicions d'ús|Conditions d'utilisation|Termos de utilização~Termos de uso
Terms and conditions|Términos y condiciones|Termes i condicions|Conditions générales|Termos e condições
Terms of service|Condiciones del servicio|Condicions del servei|Conditions d'utilisation du service|Termos do serviço~Termos de serviço
License~Licence|Licencia|Llicència|Licence|Licença
Version|Versión|Versió|Version|Versão
Error|Error|Error|Erreur|Erro
Warning|Advertencia|Advertiment|Avertissement|Aviso
Information|Información|Informació|Informations|Informação~Informações
Question|Pregunta|Pregunta|Question|Pergunta
Questions|Preguntas|Preguntes|Questions|Perguntas
Answer|Respuesta|Resposta|Réponse|Resposta
Frequently asked questions|Preguntas frecuentes|Preguntes freqüents|Foire aux questions|Perguntas frequentes
Support|Soporte|Suport|Assistance|Suporte
Feedback|Comentarios|Comentaris|Commentaires|Comentários
Keyboard|Teclado|Teclat|Clavier|Teclado
Keyboard shortcuts|Atajos de teclado|Dreceres de teclat|Raccourcis clavier|Atalhos de teclado
Mouse|Ratón|Ratolí|Souris|Rato~Mouse
Screen|Pantalla|Pantalla|Écran|Ecrã~Tela
Full screen|Pantalla completa|Pantalla completa|Plein écran|Ecrã inteiro~Tela cheia
Window|Ventana|Finestra|Fenêtre|Janela
Tools|Herramientas|Eines|Outils|Ferramentas
Toolbar|Barra de herramientas|Barra d'eines|Barre d'outils|Barra de ferramentas
Clipboard|Portapapeles|Porta-retalls|Presse-papiers|Área de transferência
Trash|Papelera|Paperera|Corbeille|Lixo~Lixeira
Recycle bin|Papelera de reciclaje|Paperera de reciclatge|Corbeille|Reciclagem~Lixeira
Drafts|Borradores|Esborranys|Brouillons|Rascunhos
Draft|Borrador|Esborrany|Brouillon|Rascunho
Inbox|Bandeja de entrada|Safata d'entrada|Boîte de réception|Caixa de entrada
Attachment|Archivo adjunto|Fitxer adjunt|Pièce jointe|Anexo
Attachments|Archivos adjuntos|Fitxers adjunts|Pièces jointes|Anexos
Network|Red|Xarxa|Réseau|Rede
Server|Servidor|Servidor|Serveur|Servidor
Printer|Impresora|Impressora|Imprimante|Impressora
Computer|Ordenador|Ordinador|Ordinateur|Computador
Device|Dispositivo|Dispositiu|Appareil|Dispositivo
Devices|Dispositivos|Dispositius|Appareils|Dispositivos
Camera|Cámara|Càmera|Appareil photo|Câmara~Câmera
Microphone|Micrófono|Micròfon|Microphone|Microfone
Volume|Volumen|Volum|Volume|Volume
Battery|Batería|Bateria|Batterie|Bateria
`;
