/** A postal address (OpenID Connect Core 1.0 section 5.1.1). */
export interface AddressClaim {
  readonly formatted?: string;
  readonly street_address?: string;
  readonly locality?: string;
  readonly region?: string;
  readonly postal_code?: string;
  readonly country?: string;
}

/**
 * What an administrator may record of a person beyond name and e-mail address, under the names that
 * relying parties know (OpenID Connect Core 1.0 section 5.1).
 */
export interface StandardClaims {
  readonly middle_name?: string;
  readonly nickname?: string;
  readonly profile?: string;
  readonly picture?: string;
  readonly website?: string;
  readonly gender?: string;
  /** `YYYY-MM-DD`; `YYYY` alone, or the year 0000 where it is left out. */
  readonly birthdate?: string;
  /** A name of the IANA time zone database. */
  readonly zoneinfo?: string;
  /** A BCP 47 language tag. */
  readonly locale?: string;
  /** E.164, such as `+34911234567`. */
  readonly phone_number?: string;
  readonly phone_number_verified?: boolean;
  readonly address?: AddressClaim;
}
