import { GraphQLError, Lexer, Source, TokenKind, type Token } from 'graphql'
import { tooComplex } from './guards.ts'

/** The parser needs the stack for each level, and the stack ends at 500 to 2,000 levels. */
const MOST_LEVELS = 200
/** Texts included: 4 MB of escapes take 0.15 s to parse. The longest text of an operation fits in. */
const MOST_LENGTH = 1_048_576
/** Names, blanks and comments: a name of 4 MB takes a second, because an error compares it with the names of the schema. */
const MOST_CHARACTERS = 262_144
/** Each error looks for its line: ten errors in a million lines take seconds. */
const MOST_LINES = 10_000

const OPEN: ReadonlySet<TokenKind> = new Set([TokenKind.BRACE_L, TokenKind.BRACKET_L])
const CLOSE: ReadonlySet<TokenKind> = new Set([TokenKind.BRACE_R, TokenKind.BRACKET_R])
const TEXTS: ReadonlySet<TokenKind> = new Set([TokenKind.STRING, TokenKind.BLOCK_STRING])

const DEEP = `Lists, objects and selections stand in each other too deep: at most ${MOST_LEVELS} levels. Use variables for values.`
const LONG = `The document has more than ${MOST_CHARACTERS} characters beside its texts. Leave out blanks and comments, or use shorter names.`
const LARGE = `The document has more than ${MOST_LENGTH} characters. Use variables for long texts.`
const HIGH = `The document has more than ${MOST_LINES} lines. Use variables for long texts.`

const hasTooManyLines = (query: string): boolean => {
  if (query.length <= MOST_LINES) return false
  const line = /\r\n|[\n\r]/g
  let lines = 1
  while (lines <= MOST_LINES && line.test(query)) lines += 1
  return lines > MOST_LINES
}

/** Measures a document token by token. */
class Gauge {
  #levels = 0
  #characters = 0
  #end = 0

  /** The limit that a token exceeds. */
  add({ kind, start, end }: Token): string | null {
    if (OPEN.has(kind)) this.#levels += 1
    if (CLOSE.has(kind)) this.#levels -= 1
    this.#characters += (TEXTS.has(kind) ? start : end) - this.#end
    this.#end = end
    if (this.#levels > MOST_LEVELS) return DEEP
    return this.#characters > MOST_CHARACTERS ? LONG : null
  }
}

/** The limit that the first tokens of a document exceed. */
const findProblem = (query: string, maxTokens: number): string | null => {
  if (query.length > MOST_LENGTH) return LARGE
  if (hasTooManyLines(query)) return HIGH
  const lexer = new Lexer(new Source(query))
  const gauge = new Gauge()
  for (let count = 0; count < maxTokens; count += 1) {
    const token = lexer.advance()
    const problem = gauge.add(token)
    if (problem !== null) return problem
    if (token.kind === TokenKind.EOF) break
  }
  return null
}

/** `findProblem` of a document whose syntax errors the parser reports. */
const findProblemBeforeErrors = (query: string, maxTokens: number): string | null => {
  try {
    return findProblem(query, maxTokens)
  } catch (error) {
    if (error instanceof GraphQLError) return null
    throw error
  }
}

/** C5.8: @throws QUERY_TOO_COMPLEX if the parser could run out of stack, or the document could occupy the process for long. */
export const refuseLongParsing = (query: string, maxTokens: number): void => {
  const problem = findProblemBeforeErrors(query, maxTokens)
  if (problem !== null) throw tooComplex(problem)
}
