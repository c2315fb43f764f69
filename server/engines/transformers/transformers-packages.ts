/** The second is what the first was called before; both load the same files and give the same numbers. */
export const TRANSFORMERS_PACKAGES = ['@huggingface/transformers', '@xenova/transformers'] as const;
