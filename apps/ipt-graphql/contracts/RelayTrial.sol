// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

/// Never deployed: an `eth_call` from the relayer to itself puts this code at the relayer's address (state override), so
/// that a Safe sees the very caller and origin of the transaction that is tried out.
contract RelayTrial {
    receive() external payable {}

    /// Whether the Safe's call did its work, the gas that it took, and what this account has got for it.
    function run(address safe, bytes calldata execution)
        external
        returns (bool isDone, uint256 gasUsed, uint256 paid)
    {
        uint256 before = address(this).balance;
        uint256 gasBefore = gasleft();
        (bool returned, bytes memory answer) = safe.call(execution);
        gasUsed = gasBefore - gasleft();
        if (!returned) {
            assembly {
                revert(add(answer, 32), mload(answer))
            }
        }
        isDone = answer.length == 32 && abi.decode(answer, (uint256)) == 1;
        paid = address(this).balance > before ? address(this).balance - before : 0;
    }
}
