// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";

/// For tests: a wallet that is a contract (ERC-1271) and calls what its owner tells it.
contract ContractWallet {
    address public immutable owner;
    /// What `isValidSignature` answers to anything; zero checks the owner's signature.
    bytes4 public immutable answer;

    constructor(address owner_, bytes4 answer_) {
        owner = owner_;
        answer = answer_;
    }

    function isValidSignature(bytes32 digest, bytes calldata signature) external view returns (bytes4) {
        if (answer != 0) return answer;
        (address signer,,) = ECDSA.tryRecover(digest, signature);
        return signer == owner ? this.isValidSignature.selector : bytes4(0xffffffff);
    }

    function execute(address target, bytes calldata data) external payable returns (bytes memory) {
        require(msg.sender == owner, "not the owner");
        (bool done, bytes memory result) = target.call{value: msg.value}(data);
        if (!done) {
            assembly {
                revert(add(result, 32), mload(result))
            }
        }
        return result;
    }

    receive() external payable {}
}
