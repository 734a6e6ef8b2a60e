// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// What a token remembers of its origin.
struct Metadata {
    uint256 ipnftId;
    address originalOwner;
    string agreementCid;
}

/// Fungible tokens of one IP-NFT. Deployed once, cloned for each (ERC-1167); only the Tokenizer issues.
contract IPToken is ERC20 {
    address public tokenizer;
    uint256 public totalIssued;
    bool public capped;
    Metadata private _metadata;
    string private _name;
    string private _symbol;

    event Capped(uint256 atSupply);

    error OnlyTokenizer();
    error AlreadyInitialized();
    error TokenCapped();

    constructor() ERC20("", "") {
        tokenizer = address(1); // the original itself is nobody's
    }

    function initialize(string memory name_, string memory symbol_, Metadata memory metadata_) external {
        if (tokenizer != address(0)) revert AlreadyInitialized();
        tokenizer = msg.sender;
        _name = name_;
        _symbol = symbol_;
        _metadata = metadata_;
    }

    function name() public view override returns (string memory) {
        return _name;
    }

    function symbol() public view override returns (string memory) {
        return _symbol;
    }

    function metadata() external view returns (Metadata memory) {
        return _metadata;
    }

    function issue(address receiver, uint256 amount) external onlyTokenizer {
        if (capped) revert TokenCapped();
        totalIssued += amount;
        _mint(receiver, amount);
    }

    function cap() external onlyTokenizer {
        capped = true;
        emit Capped(totalIssued);
    }

    modifier onlyTokenizer() {
        if (msg.sender != tokenizer) revert OnlyTokenizer();
        _;
    }
}
