/** A certificate as a proxy tells of it (RFC 9440), until 2100, and what tokens that are bound to it name. */
export const CLIENT_CERTIFICATE = {
  header: 'client-cert',
  value:
    ':MIIBFjCBvaADAgECAgEBMAoGCCqGSM49BAMCMBIxEDAOBgNVBAMTB21hY2hpbmUwIBcNMjAwMTAxMDAwMDAwWhgPMjEwMDAxMDEwMDAwMDBaMBIxEDAOBgNVBAMTB21hY2hpbmUwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAASohQ1B9JuCjlZYk7NXBJpIQRjUbocStMxP1UKjAo9GcLWv8IQni3vw/NVJdrWIc+8HnQOrm2nk3ESZIv5VMfUdowIwADAKBggqhkjOPQQDAgNIADBFAiEAlBaVhFj/bCRCt2ck9Gw5ugT5pHPSg+MMGd9tl5RSSrsCIBSyseV3HSNMynUAgtA/SmE3m3f9ZC5zRvBteaj+bv2u:',
  confirmation: { 'x5t#S256': 'QbUYjcA-h4g_wbxqEJ9V2-CeNeYrhUYQrhRFV31kXbI' },
} as const;
