import { de } from './de.ts'
import { en, type Messages } from './en.ts'

const LANGUAGES: Readonly<Record<string, Messages>> = { de, en }

/** C20.5: the language of the browser, if the studio speaks it. */
const chooseLanguage = (): string =>
  navigator.languages.map((each) => each.split('-')[0] ?? '').find((each) => each in LANGUAGES) ?? 'en'

export const language = chooseLanguage()
export const messages: Messages = LANGUAGES[language] ?? en

document.documentElement.lang = language

const NUMBERS = new Intl.NumberFormat(language)
const TIMES = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' })

export const writeNumber = (value: number): string => NUMBERS.format(value)

/** A time in the zone of the browser. */
export const writeTime = (text: string): string => TIMES.format(new Date(text))
