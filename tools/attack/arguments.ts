import { parseArgs } from 'node:util'
import type { Attack, AttackValues } from './attack.ts'

export class AttackArgumentError extends Error {}

const describeOptions = ({ options }: Attack): string =>
  Object.entries(options)
    .map(([name, option]) => `      --${name} VALUE   ${option.about} (default: ${option.default})\n`)
    .join('')

export const describeAttacks = (attacks: Readonly<Record<string, Attack>>): string => {
  const list = Object.entries(attacks).map(
    ([name, attack]) => `  ${name}\n      ${attack.about}\n${describeOptions(attack)}`,
  )
  return `Usage: npm run attack -- NAME [--OPTION VALUE]…

Attacks a service that the command starts on a PostgreSQL of its own, with default limits. The exit code is 0, or 1 if a
figure is above its limit, or 2 if an argument is wrong. The command needs Linux: it reads /proc.

${list.join('')}`
}

const readValue = (name: string, text: string, standard: number | string): number | string => {
  if (typeof standard === 'string') return text
  const value = Number(text)
  if (!Number.isFinite(value) || value < 0 || text.trim() === '')
    throw new AttackArgumentError(`--${name} must be a number from 0, not "${text}".`)
  return value
}

/** @throws AttackArgumentError if an option is unknown, or no number where a number is needed. */
export const readOptions = ({ options }: Attack, args: readonly string[]): AttackValues => {
  const texts = parseTexts(Object.keys(options), args)
  return Object.fromEntries(
    Object.entries(options).map(([name, option]) => {
      const text = texts[name]
      return [name, text === undefined ? option.default : readValue(name, text, option.default)]
    }),
  )
}

const parseTexts = (
  names: readonly string[],
  args: readonly string[],
): Readonly<Record<string, string | undefined>> => {
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]))
  try {
    return parseArgs({ args: [...args], options }).values
  } catch (error) {
    throw new AttackArgumentError(error instanceof Error ? error.message : String(error))
  }
}
