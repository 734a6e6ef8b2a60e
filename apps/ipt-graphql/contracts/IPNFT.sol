// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {ERC721URIStorage} from "@openzeppelin/contracts/token/ERC721/extensions/ERC721URIStorage.sol";
import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";
import {IAuthorizeMints, SignedMintAuthorization} from "./SignedMintAuthorizer.sol";

/// Tokens that stand for intellectual property. For development: not upgradeable, `reserve` takes the fee of the
/// specification, everything else has the signatures of the deployed contract.
contract IPNFT is ERC721URIStorage, Ownable, Pausable {
    /// The fee of a reservation and of a mint, each.
    uint256 public constant SYMBOLIC_MINT_FEE = 0.001 ether;

    /// Higher ids are the hash of a proof of idea; nobody has to reserve those.
    uint256 private constant MAX_RESERVATION_ID = type(uint128).max;

    mapping(uint256 id => address reserver) public reservations;
    mapping(uint256 id => string) private _symbols;
    IAuthorizeMints public mintAuthorizer;
    uint256 private _nextId = 1;

    event Reserved(address indexed reserver, uint256 indexed reservationId);
    event IPNFTMinted(address indexed owner, uint256 indexed tokenId, string tokenURI, string symbol);
    event AuthorizerUpdated(address authorizer);

    error NotOwningReservation(uint256 id);
    error ToZeroAddress();
    error Unauthorized();
    error InsufficientBalance();
    error MintingFeeTooLow();

    constructor(IAuthorizeMints authorizer) ERC721("IPNFT", "IPNFT") Ownable(msg.sender) {
        _setAuthorizer(authorizer);
    }

    /// Gives the caller an id that only they can mint.
    function reserve() external payable whenNotPaused returns (uint256 reservationId) {
        if (msg.value < SYMBOLIC_MINT_FEE) revert MintingFeeTooLow();
        reservationId = _nextId++;
        reservations[reservationId] = msg.sender;
        emit Reserved(msg.sender, reservationId);
    }

    function mintReservation(
        address to,
        uint256 reservationId,
        string memory tokenUri,
        string memory ipnftSymbol,
        bytes memory authorization
    ) external payable whenNotPaused returns (uint256) {
        if (to == address(0)) revert ToZeroAddress();
        if (reservationId <= MAX_RESERVATION_ID && reservations[reservationId] != msg.sender) {
            revert NotOwningReservation(reservationId);
        }
        if (msg.value < SYMBOLIC_MINT_FEE) revert MintingFeeTooLow();
        bytes memory request = abi.encode(SignedMintAuthorization(reservationId, tokenUri, authorization));
        if (!mintAuthorizer.authorizeMint(msg.sender, to, request)) revert Unauthorized();

        delete reservations[reservationId];
        _symbols[reservationId] = ipnftSymbol;
        mintAuthorizer.redeem(authorization);
        _mint(to, reservationId);
        _setTokenURI(reservationId, tokenUri);
        emit IPNFTMinted(to, reservationId, tokenUri, ipnftSymbol);
        return reservationId;
    }

    function symbol(uint256 tokenId) external view returns (string memory) {
        return _symbols[tokenId];
    }

    function setAuthorizer(IAuthorizeMints authorizer) external onlyOwner {
        _setAuthorizer(authorizer);
    }

    function pause() external onlyOwner {
        _pause();
    }

    function unpause() external onlyOwner {
        _unpause();
    }

    function withdrawAll() external onlyOwner {
        (bool sent,) = msg.sender.call{value: address(this).balance}("");
        if (!sent) revert InsufficientBalance();
    }

    function _setAuthorizer(IAuthorizeMints authorizer) private {
        mintAuthorizer = authorizer;
        emit AuthorizerUpdated(address(authorizer));
    }
}
