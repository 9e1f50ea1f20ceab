import { AttackArgumentError, describeAttacks, readOptions } from './arguments.ts'
import type { Attack, Figure } from './attack.ts'
import { startAttackedService } from './attacked-service.ts'
import { ATTACKS } from './attacks.ts'

const tell = (line: string): void => void process.stdout.write(`${line}\n`)

const findAttack = (name: string): Attack => {
  const attack = Object.entries(ATTACKS).find(([known]) => known === name)?.[1]
  if (!attack) throw new AttackArgumentError(`There is no attack "${name}".`)
  return attack
}

const showFigure = ({ name, value, unit, limit }: Figure): string =>
  `${value <= limit ? 'ok     ' : 'TOO BIG'}  ${name}: ${Number(value.toFixed(1))} ${unit} (at most ${limit})`

const runAttack = async (attack: Attack, args: readonly string[]): Promise<number> => {
  const values = readOptions(attack, args)
  tell(attack.about)
  tell(JSON.stringify(values))
  const service = await startAttackedService(attack)
  try {
    const figures = await attack.run(service, values)
    for (const figure of figures) tell(showFigure(figure))
    return figures.every(({ value, limit }) => value <= limit) ? 0 : 1
  } finally {
    await service.stop()
  }
}

const main = async ([name = '--help', ...args]: readonly string[]): Promise<number> => {
  if (name !== '--help') return runAttack(findAttack(name), args)
  tell(describeAttacks(ATTACKS))
  return 0
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof AttackArgumentError)) throw error
  process.stderr.write(`${error.message}\n\n${describeAttacks(ATTACKS)}\n`)
  process.exitCode = 2
}
