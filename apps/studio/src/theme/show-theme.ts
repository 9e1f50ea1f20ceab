import { keep, readKept } from '../language/kept.ts'

/** The theme of the account: LIGHT, DARK, or SYSTEM, which follows the device. tokens.css knows the first two. */
export const showTheme = (theme: string): void => {
  document.documentElement.dataset['theme'] = theme
  keep('studio theme', theme)
}

showTheme(readKept('studio theme') ?? 'SYSTEM')
