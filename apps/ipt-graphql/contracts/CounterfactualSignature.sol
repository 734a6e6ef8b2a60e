// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";

/// Never deployed: an `eth_call` without `to` runs it, and its answer stands in place of code. Whether a wallet that
/// is not there yet accepts a signature once its factory has made it (ERC-6492).
contract CounterfactualSignature {
    constructor(address wallet, bytes32 digest, address factory, bytes memory factoryCall, bytes memory signature) {
        if (wallet.code.length == 0) {
            (bool done,) = factory.call(factoryCall);
            require(done && wallet.code.length > 0, "the factory made no wallet");
        }
        bool isValid = IERC1271(wallet).isValidSignature(digest, signature) == IERC1271.isValidSignature.selector;
        assembly {
            mstore(0, isValid)
            return(0, 32)
        }
    }
}
