import { defaultPolicyFile, failureText, policyIn } from '@content-service/domain'

const HELP = `Usage: npm run policy -- print
       npm run policy -- check FILE

  print   writes the default policy as JSON: the file to start an own one from, for POLICY_FILE
  check   says what is wrong with a policy, and what in it is probably not meant

Exit code: 0 all well, 1 it can be used but has findings, 2 it cannot be used.
`

const say = (text: string): void => void process.stdout.write(`${text}\n`)

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

const main = ([name, file, ...rest]: readonly string[]): number => {
  if (name === '--help') return (say(HELP), 0)
  if (name === 'print' && file === undefined) return print()
  if (name === 'check' && file !== undefined && rest.length === 0) return check(file)
  return (process.stderr.write(HELP), 2)
}

try {
  process.exitCode = main(process.argv.slice(2))
} catch (error) {
  process.stderr.write(`${failureText(error)}\n`)
  process.exitCode = 2
}
