import { describe, expect, it } from 'vitest'
import { HELP, readArguments } from './arguments.ts'
import { CONTESTANT_NAMES } from './contestants.ts'
import { SCENARIO_NAMES } from './scenarios.ts'
import { WORKLOAD_NAMES } from './workloads.ts'

describe('the arguments of nx bench api', () => {
  it('without arguments, five rounds of five seconds measure all servers with all articles', () => {
    expect(readArguments([])).toMatchObject({
      sizes: [{ users: 10_000, articles: 100_000, comments: 1_000_000 }],
      scenarios: ['servers'],
      workloads: WORKLOAD_NAMES,
      contestants: CONTESTANT_NAMES,
      rounds: 5,
      seconds: 5,
      sharesProcess: false,
      writes: false,
    })
  })

  it('the small size is the size of CI', () => {
    const [size] = readArguments(['--size', 'small']).sizes
    expect(size).toMatchObject({ users: 200, articles: 2_000, comments: 10_000 })
  })

  it('growth is no table of contestants', () => {
    expect(readArguments(['--scenarios', 'growth,edits'])).toMatchObject({
      scenarios: ['edits'],
      measuresGrowth: true,
    })
    expect(readArguments([]).measuresGrowth).toBe(false)
  })

  it('names stay in their usual order', () => {
    const { workloads, contestants } = readArguments(['--only', 'W6, W1', '--contestants', 'ours,limit'])
    expect([workloads, contestants]).toEqual([
      ['W1', 'W6'],
      ['limit', 'ours'],
    ])
  })

  it('--one-process lets a server answer all workloads in one process', () => {
    expect(readArguments(['--one-process']).sharesProcess).toBe(true)
  })

  it('--sizes measures three sizes', () => {
    expect(readArguments(['--sizes']).sizes.map(({ articles }) => articles)).toEqual([
      10_000, 100_000, 1_000_000,
    ])
  })

  it.each([
    [['--size', 'huge'], '--size must be small, medium or full, not huge.'],
    [['--size', 'small', '--articles', '5000'], 'Use only one of --size, --articles and --sizes.'],
    [['--articles', '5'], '--articles must be a number from 1000 to 1000000, not 5.'],
    [['--rounds', '1.5'], '--rounds must be a whole number, not 1.5.'],
    [['--seconds', 'many'], '--seconds must be a number from 0.1 to 600, not many.'],
    [['--only', 'W1,W99'], `--only does not know "W99". Choose from ${WORKLOAD_NAMES.join(', ')}.`],
    [['--scenarios', ''], `--scenarios does not know "". Choose from ${SCENARIO_NAMES.join(', ')}, growth.`],
    [['--quick'], "Unknown option '--quick'"],
  ])('%j is refused with a sentence', (args, message) => {
    expect(() => readArguments(args)).toThrow(message)
  })

  it('--help names each scenario, workload and contestant', () => {
    for (const name of [...SCENARIO_NAMES, 'growth', ...WORKLOAD_NAMES, ...CONTESTANT_NAMES])
      expect(HELP).toContain(name)
  })
})
