import { defaultPolicyFile, policyIn } from '@content-service/domain'
import { Misused, say, type Command } from './command.ts'

const print = (): number => {
  say(JSON.stringify(defaultPolicyFile(), null, 2))
  return 0
}

const check = (file: string): number => {
  const { findings } = policyIn(file)
  for (const { kind, path, message } of findings) say(`${path}: ${message} (${kind})`)
  say(
    findings.length === 0
      ? 'The policy is in order.'
      : `${findings.length} findings; the policy can be used.`,
  )
  return findings.length === 0 ? 0 : 1
}

export const command: Command = {
  help: `Usage: content-service policy print
       content-service policy check FILE

  print   writes the default policy as JSON: the file to start an own one from, for POLICY_FILE
  check   says what is wrong with a policy, and what in it is probably not meant (exit code 1)`,
  run: ([name, file, ...rest]) => {
    if (name === 'print' && file === undefined) return print()
    if (name === 'check' && file !== undefined && rest.length === 0) return check(file)
    throw new Misused('Say print, or check FILE; content-service policy --help tells more.')
  },
}
