// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {MessageHashUtils} from "@openzeppelin/contracts/utils/cryptography/MessageHashUtils.sol";

/// What an IPNFT asks before it mints.
interface IAuthorizeMints {
    function authorizeMint(address minter, address to, bytes memory data) external view returns (bool);

    function redeem(bytes memory data) external;
}

/// What the IPNFT hands over with `authorizeMint`.
struct SignedMintAuthorization {
    uint256 reservationId;
    string tokenURI;
    bytes authorization;
}

/// Allows a mint when a trusted signer has signed keccak256(minter ++ to ++ reservationId ++ tokenURI), EIP-191.
contract SignedMintAuthorizer is IAuthorizeMints, Ownable {
    mapping(address signer => bool) public trustedSigners;

    event SignerTrustChanged(address indexed signer, bool trusted);

    constructor(address initialSigner) Ownable(msg.sender) {
        _trust(initialSigner, true);
    }

    function trustSigner(address signer, bool trusted) external onlyOwner {
        _trust(signer, trusted);
    }

    function authorizeMint(address minter, address to, bytes memory data) external view returns (bool) {
        SignedMintAuthorization memory request = abi.decode(data, (SignedMintAuthorization));
        bytes32 digest = keccak256(abi.encodePacked(minter, to, request.reservationId, request.tokenURI));
        (address signer, ECDSA.RecoverError failure,) =
            ECDSA.tryRecover(MessageHashUtils.toEthSignedMessageHash(digest), request.authorization);
        return failure == ECDSA.RecoverError.NoError && trustedSigners[signer];
    }

    /// Authorizations are bound to their reservation, which a mint uses up.
    function redeem(bytes memory) external {}

    function _trust(address signer, bool trusted) private {
        trustedSigners[signer] = trusted;
        emit SignerTrustChanged(signer, trusted);
    }
}
