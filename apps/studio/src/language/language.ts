import { de } from './de.ts'
import { formatDecimal } from './decimal-text.ts'
import { en, type Messages } from './en.ts'
import { keep, readKept } from './kept.ts'
import { chooseLocale } from './locale.ts'

const LANGUAGES: Readonly<Record<string, Messages>> = { de, en }

const choose = (locale: string | null): string => chooseLocale(locale, navigator.languages)

/** The words of a page stay in one language until the page is loaded again. */
export const language = choose(readKept('studio locale'))
export const messages: Messages = LANGUAGES[language.split('-')[0] ?? ''] ?? en

document.documentElement.lang = language

/** Remembers the locale of the account. Returns whether the page has to be loaded again. */
export const keepLocale = (locale: string): boolean =>
  keep('studio locale', locale) && choose(locale) !== language

const NUMBERS = new Intl.NumberFormat(language)
/** A date alone is midnight in UTC for JavaScript. */
const DAYS = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' })
const TIMES = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' })
const CLOCK = new Intl.DateTimeFormat(language, { timeStyle: 'short' })

export const writeNumber = (value: number): string => NUMBERS.format(value)

/** A decimal with all of its digits. */
export const writeDecimal = (text: string): string => formatDecimal(text, language)

/** A day, which has no zone: `2026-11-20`. */
export const writeDay = (text: string): string => DAYS.format(new Date(text))

/** A time in the zone of the browser: RFC 3339, or milliseconds since 1970. */
export const writeTime = (time: string | number): string => TIMES.format(new Date(time))

/** The hour and the minute of a time, in milliseconds since 1970. */
export const writeClock = (time: number): string => CLOCK.format(new Date(time))

export const isToday = (time: number): boolean => new Date(time).toDateString() === new Date().toDateString()
