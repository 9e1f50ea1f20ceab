/** The most common words in passwords. */
const WORDS = new Set(
  `password passwort passw0rd p4ssword pass admin administrator root user guest login welcome letmein secret master access
  qwerty azerty iloveyou love you forever monkey dragon football baseball basketball soccer hockey superman batman
  princess sunshine shadow michael jennifer jessica charlie jordan hunter ranger thomas robert daniel ashley nicole
  computer internet google facebook trustno1 starwars pokemon minecraft whatever nothing freedom mustang ferrari
  summer winter spring autumn january february march april june july august september october november december
  monday tuesday wednesday thursday friday saturday sunday hello world test testing changeme default temp temporary
  correct horse battery staple flower cheese cookie banana orange chocolate butterfly please thank thankyou my the is
  this that your our what who are was not new old god jesus christ money family mother father baby sister brother angel blessed lovely sweet happy`.split(
    /\s+/,
  ),
)

/** Rows of keys on a keyboard. Any part of a row, in either direction, is a sequence. */
const RUNS = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890123456789',
  'qwertyuiopasdfghjklzxcvbnm',
  'qazwsxedcrfvtgbyhnujmikolp',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  '1q2w3e4r5t6y7u8i9o0p',
  'zaq12wsxcde34rfvbgt56yhnmju78iklo90p',
  'qweasdzxcqweasdzxc',
  'qwertzuiopasdfghjklyxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
  '147258369147258369',
  // The row of digits with shift, without the signs that are separators.
  '$%^&*()+',
]
const BOTH_WAYS = RUNS.flatMap((run) => [run, [...run].reverse().join('')])

const LONGEST_TOKEN = 26
/** A password that takes at most this number of guesses is weak, regardless of its length. */
const MAX_GUESSES = 4
const LONGEST_UNIT = 8
const SHORTEST_RUN = 3

const LETTERS = { '@': 'a', '4': 'a', '3': 'e', '1': 'i', '!': 'i', '0': 'o', $: 's', '5': 's', '7': 't' }

const replaceSigns = (text: string): string =>
  text.replaceAll(/[@431!0$57]/g, (sign) => LETTERS[sign as keyof typeof LETTERS])

const isGuess = (part: string): boolean =>
  WORDS.has(replaceSigns(part)) ||
  WORDS.has(part) ||
  /^(.)\1*$/.test(part) ||
  (part.length >= SHORTEST_RUN && BOTH_WAYS.some((run) => run.includes(part))) ||
  /^(19|20)\d\d$/.test(part)

/** The least number of guesses that compose the text; Infinity if guesses cannot compose it. */
const countGuesses = (text: string): number => {
  const least = [0]
  for (let end = 1; end <= text.length; end += 1) {
    least[end] = Infinity
    for (let start = Math.max(0, end - LONGEST_TOKEN); start < end; start += 1)
      if (isGuess(text.slice(start, end)))
        least[end] = Math.min(least[end] ?? Infinity, (least[start] ?? Infinity) + 1)
  }
  return least[text.length] ?? Infinity
}

/** The shortest unit that the text repeats, of which the last repetition may be incomplete; or the text itself. */
const findUnit = (text: string): string => {
  let length = 1
  while (length < text.length && !text.startsWith(text.slice(length))) length += 1
  return text.slice(0, length)
}

const isEasilyGuessed = (text: string): boolean => {
  const unit = findUnit(text)
  // A short repeated unit is weak regardless of its characters.
  return (unit.length * 2 <= text.length && unit.length <= LONGEST_UNIT) || countGuesses(unit) <= MAX_GUESSES
}

const joinWords = (text: string): string => text.replaceAll(/[\s._!?@#-]+/g, '')

/** The readings of a text: as written, with signs as letters instead of separators, and without doubled characters. */
const listReadings = (text: string): readonly string[] => [
  joinWords(text),
  joinWords(text.replaceAll(/[@!]/g, replaceSigns)),
  joinWords(text).replaceAll(/(.)\1+/gsu, '$1'),
]

/** C3.1: known passwords, repeats and sequences, without regard to case. */
export const isCommonPassword = (password: string): boolean =>
  listReadings(password.toLowerCase()).some(isEasilyGuessed)
