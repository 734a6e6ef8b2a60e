// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";
import {MessageHashUtils} from "@openzeppelin/contracts/utils/cryptography/MessageHashUtils.sol";
import {Strings} from "@openzeppelin/contracts/utils/Strings.sol";
import {IPToken, Metadata} from "./IPToken.sol";

/// Accepts those who have signed the terms of a token: a wallet (ECDSA) or a contract (ERC-1271).
contract TermsAcceptedPermissioner {
    event TermsAccepted(address indexed tokenContract, address indexed signer, bytes signature);

    error InvalidSignature();

    function accept(IPToken tokenContract, address signer, bytes calldata signature) external {
        if (!isValidSignature(tokenContract, signer, signature)) revert InvalidSignature();
        emit TermsAccepted(address(tokenContract), signer, signature);
    }

    function isValidSignature(IPToken tokenContract, address signer, bytes calldata signature)
        public
        view
        returns (bool)
    {
        bytes32 digest = MessageHashUtils.toEthSignedMessageHash(bytes(specificTermsV1(tokenContract)));
        return SignatureChecker.isValidSignatureNow(signer, digest, signature);
    }

    function specificTermsV1(IPToken tokenContract) public view returns (string memory) {
        Metadata memory origin = tokenContract.metadata();
        return string.concat(
            "As an IP token holder of IPNFT #",
            Strings.toString(origin.ipnftId),
            ", I accept all terms that I've read here: ipfs://",
            origin.agreementCid,
            "\n\nChain Id: ",
            Strings.toString(block.chainid),
            "\nVersion: 1"
        );
    }
}
