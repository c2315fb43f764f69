/**
 * Written by `npm run train:vectors` with the vectors. Another version is another vector space, so that everything is
 * embedded again.
 */
export const VECTORS_VERSION = 3;
export const VECTORS_SHA256 = '920888879e135de96806fb0ca8574471a58514cdd9aae8ffa08fa9b633eeb047';
