/**
 * Written by `npm run train:vectors` with the vectors. Another version is another vector space, so that everything is
 * embedded again.
 */
export const VECTORS_VERSION = 2;
export const VECTORS_SHA256 = 'd158b8855e35371c4d2a2fcc9ae79ab2fbea32dd845f4c167745cf21721b3bc7';
