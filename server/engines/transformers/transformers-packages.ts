/** The second is the old name of the first; both load the same files and give the same numbers. */
export const TRANSFORMERS_PACKAGES = ['@huggingface/transformers', '@xenova/transformers'] as const;
