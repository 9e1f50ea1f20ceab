/** The initial locale of an account, which says that nobody has chosen one (C20.5). */
export const AS_THE_BROWSER = 'en'

/** What the studio speaks, as the settings of an account name it. */
export const SPOKEN = { 'en-GB': 'English', de: 'Deutsch' } as const

const FALLBACK = 'en'

const readLanguage = (locale: string): string => locale.split('-')[0] ?? locale

const isSpoken = (locale: string): boolean =>
  Object.keys(SPOKEN).some((spoken) => readLanguage(spoken) === readLanguage(locale))

/** C20.5: the locale of the account, else the language of the browser, if the studio speaks it. */
export const chooseLocale = (ofAccount: string | null, ofBrowser: readonly string[]): string => {
  if (ofAccount !== null && ofAccount !== AS_THE_BROWSER && isSpoken(ofAccount)) return ofAccount
  return ofBrowser.map(readLanguage).find(isSpoken) ?? FALLBACK
}
