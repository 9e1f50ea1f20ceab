import { accept, oneOf, required } from '../accept.ts'
import { InvalidValue } from '../errors.ts'

export const THEMES = ['LIGHT', 'DARK', 'SYSTEM'] as const

/** C3.8. Private to the user and holders of `users:read`. */
export interface UserSettings {
  /** A BCP 47 tag such as `en-GB`. */
  readonly locale: string
  /** A name of the IANA time zone database such as `Europe/Berlin`. */
  readonly timezone: string
  readonly theme: (typeof THEMES)[number]
}

export interface Preferences {
  readonly newsletter: boolean
  readonly commentNotifications: boolean
  readonly followNotifications: boolean
}

/** RFC 5646 §4.4.1: room for every tag without private parts. */
const MAX_LOCALE_LENGTH = 35
const MAX_TIMEZONE_LENGTH = 255

const locale = (text: string): string => {
  if (text.length > MAX_LOCALE_LENGTH)
    throw new InvalidValue(`must have at most ${MAX_LOCALE_LENGTH} characters`)
  try {
    return Intl.getCanonicalLocales(text)[0] ?? text
  } catch {
    throw new InvalidValue('must be a language tag such as en-GB')
  }
}

const timezone = (text: string): string => {
  if (text.length > MAX_TIMEZONE_LENGTH)
    throw new InvalidValue(`must have at most ${MAX_TIMEZONE_LENGTH} characters`)
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone
  } catch {
    throw new InvalidValue('must be a time zone such as Europe/Berlin')
  }
}

const chosen = required((value: boolean) => value)

export const settingsRules = {
  locale: required(locale),
  timezone: required(timezone),
  theme: required(oneOf(THEMES)),
}
const preferencesRules = { newsletter: chosen, commentNotifications: chosen, followNotifications: chosen }

/** Null is refused: every one of them has a value. */
export type Change<T> = { readonly [K in keyof T]?: T[K] | null | undefined }

export const settings = (
  change: Change<UserSettings>,
  current: UserSettings = { locale: 'en', timezone: 'UTC', theme: 'SYSTEM' },
): UserSettings => ({ ...current, ...accept(settingsRules, change) })

export const preferences = (
  change: Change<Preferences>,
  current: Preferences = { newsletter: false, commentNotifications: true, followNotifications: true },
): Preferences => ({ ...current, ...accept(preferencesRules, change) })
