/** Words that passwords are made of again and again. */
const WORDS = new Set(
  `password passwort passw0rd p4ssword pass admin administrator root user guest login welcome letmein secret master access
  qwerty azerty iloveyou love you forever monkey dragon football baseball basketball soccer hockey superman batman
  princess sunshine shadow michael jennifer jessica charlie jordan hunter ranger thomas robert daniel ashley nicole
  computer internet google facebook trustno1 starwars pokemon minecraft whatever nothing freedom mustang ferrari
  summer winter spring autumn january february march april june july august september october november december
  monday tuesday wednesday thursday friday saturday sunday hello world test testing changeme default temp temporary
  correct horse battery staple flower cheese cookie banana orange chocolate butterfly please thank thankyou my the is
  god jesus christ money family mother father baby sister brother angel blessed lovely sweet happy`.split(
    /\s+/,
  ),
)

/** Rows that fingers run along; any stretch of them, in either direction, is a sequence. */
const RUNS = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890123456789',
  'qwertyuiopasdfghjklzxcvbnm',
  'qazwsxedcrfvtgbyhnujmikolp',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  '1q2w3e4r5t6y7u8i9o0p',
]
const BOTH_WAYS = RUNS.flatMap((run) => [run, [...run].reverse().join('')])

const LONGEST_TOKEN = 26
/** A password that falls into no more than this many guesses is no secret, however long it is. */
const MAX_TOKENS = 3
const SHORTEST_RUN = 4

const isGuess = (part: string): boolean =>
  WORDS.has(part) ||
  /^(.)\1*$/.test(part) ||
  (part.length >= SHORTEST_RUN && BOTH_WAYS.some((run) => run.includes(part))) ||
  /^(19|20)\d\d$/.test(part)

/** The least number of guesses that make up the text; Infinity when it takes something nobody would guess. */
const guessesIn = (text: string): number => {
  const least = [0]
  for (let end = 1; end <= text.length; end += 1) {
    least[end] = Infinity
    for (let start = Math.max(0, end - LONGEST_TOKEN); start < end; start += 1)
      if (isGuess(text.slice(start, end)))
        least[end] = Math.min(least[end] ?? Infinity, (least[start] ?? Infinity) + 1)
  }
  return least[text.length] ?? Infinity
}

/** The shortest unit that the text repeats, or the text itself. */
const unitOf = (text: string): string => {
  const at = (text + text).indexOf(text, 1)
  return text.slice(0, at)
}

/** C3.1: known passwords, repeats and sequences, without regard to case. */
export const isCommonPassword = (password: string): boolean => {
  const text = password.toLowerCase().replaceAll(/[\s._!?@#-]+/g, '')
  const unit = unitOf(text)
  // A short unit is no secret when it is repeated, whatever it says.
  return (unit.length < text.length && unit.length <= 8) || guessesIn(unit) <= MAX_TOKENS + 1
}
