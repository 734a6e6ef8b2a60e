import type { Direction } from '../../direction.js';

/** What the packages of Debian 12 translate, by the names of their modes. */
const DIRECTIONS: Readonly<Record<string, string>> = {
  'apertium-afr-nld': 'af>nl nl>af',
  'apertium-arg-cat': 'an>ca ca>an',
  'apertium-bel-rus': 'be>ru ru>be',
  'apertium-br-fr': 'br>fr',
  'apertium-cat-ita': 'ca>it it>ca',
  'apertium-cat-srd': 'ca>sc',
  'apertium-dan-nor': 'da>nb da>nn nb>da nn>da',
  'apertium-en-gl': 'en>gl gl>en',
  'apertium-eng-cat': 'ca>en ca>en-US en>ca en>ca-valencia',
  'apertium-eng-spa': 'en>es es>en es>en-US',
  'apertium-eo-ca': 'ca>eo',
  'apertium-eo-en': 'en>eo eo>en',
  'apertium-eo-es': 'es>eo',
  'apertium-eo-fr': 'fr>eo',
  'apertium-es-gl': 'es>gl gl>es',
  'apertium-es-pt': 'es>pt es>pt-BR pt>es',
  'apertium-es-ro': 'ro>es',
  'apertium-eu-en': 'eu>en',
  'apertium-eu-es': 'eu>es',
  'apertium-fr-es': 'es>fr fr>es',
  'apertium-fra-cat': 'ca>fr fr>ca',
  'apertium-fra-frp': 'fr>frp frp>fr',
  'apertium-hbs-eng': 'bs>en en>bs en>hr en>sr hr>en sr>en',
  'apertium-hbs-mkd': 'bs>mk hr>mk mk>bs mk>hr mk>sr sr>mk',
  'apertium-hbs-slv': 'bs>sl hr>sl sl>bs sl>hr sl>sr sr>sl',
  'apertium-ind-zlm': 'id>ms ms>id',
  'apertium-isl-eng': 'is>en',
  'apertium-isl-swe': 'is>sv sv>is',
  'apertium-mkd-bul': 'bg>mk mk>bg',
  'apertium-mkd-eng': 'mk>en',
  'apertium-nno-nob': 'nb>nn nn>nb',
  'apertium-oc-ca': 'ca>oc ca>oc-aranes oc>ca',
  'apertium-oc-es': 'es>oc es>oc-aranes oc>es',
  'apertium-oci-fra': 'fr>oc fr>oc-gascon oc>fr',
  'apertium-pol-szl': 'pl>szl szl>pl',
  'apertium-por-cat': 'ca>pt ca>pt-BR pt>ca',
  'apertium-pt-gl': 'gl>pt pt>gl',
  'apertium-rus-ukr': 'ru>uk uk>ru',
  'apertium-spa-arg': 'an>es es>an',
  'apertium-spa-ast': 'es>ast',
  'apertium-spa-cat': 'ca>es es>ca es>ca-valencia',
  'apertium-spa-ita': 'es>it it>es',
  'apertium-srd-ita': 'it>sc',
  'apertium-swe-dan': 'da>sv sv>da',
  'apertium-swe-nor': 'nb>sv nn>sv sv>nb sv>nn',
  'apertium-urd-hin': 'hi>ur ur>hi',
};

const PACKAGES: ReadonlyMap<string, string> = new Map(
  Object.entries(DIRECTIONS).flatMap(([name, directions]) =>
    directions.split(' ').map((direction) => [direction, name] as const),
  ),
);

/** The Debian package that brings a direction. */
export const packageOf = ({ source, target }: Direction): string | undefined =>
  PACKAGES.get(`${source}>${target}`);
