export {
  isPrivateAddress,
  isPrivateLiteral,
  PrivateAddressError,
  publicLookup,
} from './public-addresses.js';
