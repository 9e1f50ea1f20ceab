import { InvalidValue } from '../../rules/errors.ts'
import { choice, flag, text } from '../../model/fields/field-builders.ts'
import type { MemberValues } from '../../model/fields/part-fields.ts'
import { group } from '../../model/fields/group-builder.ts'
import { createTextRule } from '../../rules/text.ts'

export const THEMES = ['LIGHT', 'DARK', 'SYSTEM'] as const

/** RFC 5646 §4.4.1: long enough for every tag without private parts. */
const MAX_LOCALE_LENGTH = 35
const MAX_TIMEZONE_LENGTH = 255

const locale = (given: string): string => {
  const tag = createTextRule(0, MAX_LOCALE_LENGTH)(given)
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? tag
  } catch {
    throw new InvalidValue('must be a language tag such as en-GB')
  }
}

const timezone = (given: string): string => {
  const timeZone = createTextRule(0, MAX_TIMEZONE_LENGTH)(given)
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
  } catch {
    throw new InvalidValue('must be a time zone such as Europe/Berlin')
  }
}

const localeText = { about: 'A language tag (BCP 47) such as `en-GB`.', example: 'en-GB' }
const timezoneText = { about: 'A time zone such as `Europe/Berlin`.', example: 'Europe/Berlin' }

/** C3.8. Private to the user and holders of `users:read`. */
export const SETTINGS = group(
  {
    locale: { ...text(MAX_LOCALE_LENGTH, localeText), check: locale, initial: 'en' },
    timezone: { ...text(MAX_TIMEZONE_LENGTH, timezoneText), check: timezone, initial: 'UTC' },
    theme: choice(THEMES, {
      about: 'The colour scheme. SYSTEM follows the device of the user.',
      initial: 'SYSTEM',
    }),
  },
  { about: 'The display settings of a user.' },
)
export type UserSettings = MemberValues<typeof SETTINGS.members>

export const PREFERENCES = group(
  {
    newsletter: flag({ about: 'Whether the user wants to receive news.', initial: false }),
    commentNotifications: flag({
      about: 'Whether the user wants to receive notifications of comments on what they wrote.',
      initial: true,
    }),
    followNotifications: flag({
      about: 'Whether the user wants to receive notifications of new followers.',
      initial: true,
    }),
  },
  { about: 'The notifications that a user wants to receive.' },
)
export type Preferences = MemberValues<typeof PREFERENCES.members>
