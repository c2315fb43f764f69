const NAMES = new Intl.DisplayNames('en', { type: 'language' });

/**
 * The options of a language field: `auto` with its label, then the languages by their English names. `current` is included
 * even if it is not one of `languages`, as the API accepts any BCP 47 tag.
 */
export function languageOptions(
  auto: string,
  languages: readonly string[],
  current: string,
): { value: string; label: string }[] {
  const offered = new Set([...languages, ...(current === 'auto' ? [] : [current])]);
  return [
    { value: 'auto', label: auto },
    ...[...offered]
      .map((value) => ({ value, label: NAMES.of(value) ?? value }))
      .sort((one, other) => one.label.localeCompare(other.label)),
  ];
}
