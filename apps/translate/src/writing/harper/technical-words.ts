import { distance } from 'fastest-levenshtein';

/** Programs, formats and commands that are written small and are no words of English. */
const NAMES: ReadonlySet<string> = new Set(
  (
    'ansible apache apk apt aptitude args argv async auth autoconf awk aws azure babel backend bash bashrc bitbucket bool boolean ' +
    'bun cargo cassandra cgroup chmod chown chroot cli clickhouse cloudflare cmake codec config configs conda const consul cron ' +
    'crontab crypto css csv curl daemonset debian debug deno dev devcontainer diff dir django dns docker dockerfile dotenv ' +
    'dotnet dpkg drupal elasticsearch emacs enum env envoy epub erlang eslint etcd exec ffmpeg figma firefox firmware flask ' +
    'flatpak freebsd frontend fsync func gcc gcloud gentoo gettext gif git gitea github gitlab gitops glibc golang google gpg ' +
    'gpu gradle grafana graphql grep grpc gzip hadoop haproxy haskell helm heroku hostname html http httpd https iframe imap init ' +
    'inode ios iptables ipv4 ipv6 isort istio java javascript jenkins jest jira jpeg jpg jq json jsonl jupyter jwt kafka kernel ' +
    'keycloak kibana kotlin kubectl kubelet kubernetes laravel latex ldap lerna libc lifecycle linter linux localhost lodash ' +
    'logrotate lua macos makefile mariadb markdown matplotlib maven memcached metadata microservice microservices middleware ' +
    'minio mkdir mongo mongodb mutex mypy mysql namespace namespaces nano neovim netlify nextjs nginx nix nixos nodejs npm npx ' +
    'numpy nvim oauth ollama onnx opencv openid openssl openssh params pandas parquet pdf perl pgbouncer php pid pip pipx plugin ' +
    'plugins png pnpm podman postgres postgresql prisma prometheus proto protobuf psql pytest python pytorch qemu rabbitmq react ' +
    'readme redis regex regexes repo repos rollup rsync ruby rust rustc saml sass scala scikit scipy scp sdk sed semver sftp ' +
    'shader shellcheck smtp solr spark sql sqlite src ssd ssh ssl stderr stdin stdout struct subdomain subnet sudo svelte svg ' +
    'swagger symfony symlink symlinks syscall sysctl syslog systemctl systemd tailwind tcp tensorflow terraform tls tmux toml ' +
    'tomcat traefik tsv tuple typescript ubuntu udp ui unicode unix url urls usb usr utf util utils uuid uvicorn valgrind vercel ' +
    'vim virtualenv vite vitest vscode vue wasm webhook webhooks webpack webrtc websocket websockets wget whitespace wifi ' +
    'wildfly wireguard wordpress xcode xml xslt yaml yarn yml zlib zod zsh'
  ).split(' '),
);

const LONGEST_WORD = 40;
const NEIGHBOURS = /(.)(.)/;
/** A slip changes a letter of three at most. */
const SLIP = 1 / 3;

/**
 * Whether a word that no dictionary has is a name or code rather than a mistake: a known name, or so far from every word that
 * nobody has meant one.
 */
export function isNoEnglishWord(word: string, nearest: string): boolean {
  if (NAMES.has(word.toLowerCase()) || word.length > LONGEST_WORD) return true;
  // What is missing between letters is no letter: `dont`, `alot`.
  const changed = slips(word.toLowerCase(), nearest.toLowerCase().replaceAll(/['’ ]/g, ''));
  return nearest === '' || changed / word.length > SLIP;
}

/** Letters that were mistaken; two that changed their places are one slip. O(word × nearest). */
function slips(word: string, nearest: string): number {
  const swapped = Array.from(word, (_letter, at) => {
    const pair = word.slice(at, at + 2).replace(NEIGHBOURS, '$2$1');
    return distance(word.slice(0, at) + pair + word.slice(at + 2), nearest) + 1;
  });
  return Math.min(distance(word, nearest), ...swapped);
}
