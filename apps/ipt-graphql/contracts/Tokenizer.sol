// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";
import {Strings} from "@openzeppelin/contracts/utils/Strings.sol";
import {IPNFT} from "./IPNFT.sol";
import {IPToken, Metadata} from "./IPToken.sol";
import {TermsAcceptedPermissioner} from "./TermsAcceptedPermissioner.sol";

/// Makes an ERC-20 of an IP-NFT: once for each, by its owner, who signs the agreement's terms.
contract Tokenizer {
    IPNFT public immutable ipnft;
    IPToken public immutable ipTokenImplementation;
    TermsAcceptedPermissioner public immutable permissioner;
    mapping(uint256 ipnftId => IPToken) public synthesized;

    event TokensCreated(
        uint256 indexed moleculesId,
        uint256 indexed ipnftId,
        address indexed tokenContract,
        address emitter,
        uint256 amount,
        string agreementCid,
        string name,
        string symbol
    );

    error MustControlIpnft();
    error AlreadyTokenized();

    constructor(IPNFT ipnft_, TermsAcceptedPermissioner permissioner_) {
        ipnft = ipnft_;
        permissioner = permissioner_;
        ipTokenImplementation = new IPToken();
    }

    function tokenizeIpnft(
        uint256 ipnftId,
        uint256 tokenAmount,
        string memory tokenSymbol,
        string memory agreementCid,
        bytes calldata signedAgreement
    ) external returns (IPToken token) {
        if (ipnft.ownerOf(ipnftId) != msg.sender) revert MustControlIpnft();
        if (address(synthesized[ipnftId]) != address(0)) revert AlreadyTokenized();

        token = IPToken(Clones.clone(address(ipTokenImplementation)));
        synthesized[ipnftId] = token;
        string memory name = string.concat("IP Tokens of IPNFT #", Strings.toString(ipnftId));
        token.initialize(name, tokenSymbol, Metadata(ipnftId, msg.sender, agreementCid));
        emit TokensCreated(
            uint256(keccak256(abi.encodePacked(ipnftId))),
            ipnftId,
            address(token),
            msg.sender,
            tokenAmount,
            agreementCid,
            name,
            tokenSymbol
        );
        permissioner.accept(token, msg.sender, signedAgreement);
        token.issue(msg.sender, tokenAmount);
    }
}
