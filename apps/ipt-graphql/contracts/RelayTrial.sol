// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

/// Never deployed: an `eth_call` without `to` runs it from the relayer, so that `tx.origin`, whom a Safe pays, is the
/// relayer. Its answer stands in place of code: whether the Safe's call did its work, the gas that it took, and what
/// the payer has got.
contract RelayTrial {
    constructor(address safe, address payer, bytes memory execution) {
        uint256 before = payer.balance;
        uint256 gasBefore = gasleft();
        (bool done, bytes memory answer) = safe.call(execution);
        uint256 gasUsed = gasBefore - gasleft();
        if (!done) {
            assembly {
                revert(add(answer, 32), mload(answer))
            }
        }
        bool success = answer.length == 32 && abi.decode(answer, (bool));
        uint256 paid = payer.balance > before ? payer.balance - before : 0;
        bytes memory result = abi.encode(success, gasUsed, paid);
        assembly {
            return(add(result, 32), mload(result))
        }
    }
}
