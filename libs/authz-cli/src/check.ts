import { analyze } from '@content-service/authz/analyze'
import { InvalidPolicy } from '@content-service/authz'
import { type Command, UsageError, requirePositionals } from './command.ts'
import { loadPolicy } from './load-policy.ts'

/** `users:write=role,permissions`, as in the option of `analyze`. */
function readGrants(given: readonly unknown[]): Record<string, readonly string[]> {
  return Object.fromEntries(
    given.map((text) => {
      const [permission = '', fields = ''] = String(text).split('=')
      if (!fields) throw new UsageError(`--grants must be PERMISSION=FIELD,FIELD, and is ${String(text)}.`)
      return [permission, fields.split(',')]
    }),
  )
}

export const check: Command = {
  usage: 'check POLICY',
  summary: 'Find the mistakes of a policy.',
  help: `Reports all errors of a policy, and valid parts that are probably mistakes: rules without effect,
permissions that no role has, and roles that can extend their own rights.

  --grants users:write=role,permissions   a permission that can change rights, and the fields that contain them

Exit codes: 0 nothing found, 1 something found, 2 the command could not run.`,
  options: { grants: { type: 'string', multiple: true } },
  run: async (given) => {
    const [file = ''] = requirePositionals(given, ['POLICY'])
    const grants = readGrants([given.values['grants'] ?? []].flat())
    try {
      const findings = analyze(await loadPolicy(file), { grants })
      for (const { kind, path, message } of findings) console.log(`${path}: ${kind}: ${message}`)
      console.log(findings.length === 0 ? 'No mistakes found.' : `${findings.length} found.`)
      return findings.length === 0 ? 0 : 1
    } catch (error) {
      if (!(error instanceof InvalidPolicy)) throw error
      for (const { path, message } of error.problems) console.log(`${path}: error: ${message}`)
      return 1
    }
  },
}
