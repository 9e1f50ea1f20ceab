import { adviseName, isObject, OperatorError } from '@content-service/domain/internal/rules'

interface OptionRule {
  readonly isRight: (value: unknown) => boolean
  /** The end of the sentence "… must be". */
  readonly expected: string
}

const isFunction = (value: unknown): boolean => typeof value === 'function'
const hasMembers =
  (...names: readonly string[]) =>
  (value: unknown): boolean =>
    isObject(value) && names.every((name) => name in value)

/** A name stands in the heads of mails, and in titles of pages. */
const isLine =
  (most: number) =>
  (value: unknown): boolean =>
    typeof value === 'string' && value.trim() !== '' && value.length <= most && !/\p{Cc}/u.test(value)

const RULES: Readonly<Record<string, OptionRule>> = {
  name: { isRight: isLine(60), expected: "a name in one line of at most 60 characters, such as 'Bookshop'" },
  about: { isRight: isLine(300), expected: 'a sentence in one line of at most 300 characters' },
  model: {
    isRight: hasMembers('types', 'typeNamed'),
    expected: 'contentModel([...builtInModel.types, YourType])',
  },
  policy: { isRight: hasMembers('roles', 'permissions'), expected: 'readPolicy(model, text).policy' },
  migrations: {
    isRight: (value) => Array.isArray(value) && value.every(isFunction),
    expected: 'a list of classes that extend Migration, such as [AddRecipes]',
  },
  pool: { isRight: hasMembers('connect'), expected: 'a pool of pg' },
  passwordRule: {
    isRight: isFunction,
    expected: 'a function that returns the problem of a password, or null',
  },
  confirmsEmail: { isRight: (value) => typeof value === 'boolean', expected: 'true or false' },
  studio: {
    isRight: (value) =>
      typeof value === 'boolean' || (isObject(value) && typeof value['folder'] === 'string'),
    expected: 'true, false, or { folder } with the folder of the built files',
  },
}

const findProblem = ([name, value]: readonly [string, unknown]): readonly string[] => {
  const rule = Object.hasOwn(RULES, name) ? RULES[name] : undefined
  if (rule === undefined) return [`no option has the name ${name}; ${adviseName(name, Object.keys(RULES))}`]
  const { isRight, expected } = rule
  return value === undefined || isRight(value) ? [] : [`${name} must be ${expected}`]
}

/** The sentences that say how to correct the options of a service; empty if they are right. */
export const listOptionProblems = (options: object): readonly string[] =>
  // A composition is an option for another program, and has this member in addition.
  Object.entries<unknown>({ ...options })
    .filter(([name]) => name !== 'policyOf')
    .flatMap(findProblem)

/** Without types, a wrong or mistyped addition of a team would have no effect. @throws OperatorError with all problems. */
export const checkOptions = (options: object): void => {
  const problems = listOptionProblems(options)
  if (problems.length > 0)
    throw new OperatorError(`The options of the service are wrong. Correct them:\n  ${problems.join('\n  ')}`)
}
