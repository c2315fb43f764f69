/**
 * Written by `npm run train:vectors` with the vectors. Another version is another vector space, so that everything is
 * embedded again.
 */
export const VECTORS_VERSION = 3;
export const VECTORS_SHA256 = '7ec499ccb1d33a808f2e6f7ec0cb3d2760fcb6509c8b9abc9b24d2233af3809d';
