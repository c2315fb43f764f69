/** What DocFX, which makes Microsoft's documentation, puts another file in place of: `[!INCLUDE [title](file.md)]`. */
export const DOCFX_INCLUDE = /\[!INCLUDE ?\[([^\]\n]{0,200})\]\(([^()\s]{1,300})\)\]/i;
