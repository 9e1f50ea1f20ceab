import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from 'react-aria-components'
import { rest, take } from '../api/client.ts'
import { SecretList } from '../forms/secret.tsx'
import { messages, writeNumber, writeTime } from '../language/language.ts'
import { ReadError } from '../shell/notice.tsx'
import { ProofButton } from './proof-button.tsx'
import { Section } from './section.tsx'
import { TurnOn } from './turn-on.tsx'

interface Proof {
  readonly password: string
  readonly code: string
}

const readFactor = () => take(rest.get('/api/me/second-factor'))
const turnOff = (body: Proof) => take(rest.post('/api/me/second-factor/removal', { body }))
const renewCodes = async (body: Proof): Promise<readonly string[]> =>
  (await take(rest.post('/api/me/second-factor/recovery-codes', { body }))).recoveryCodes

const NewCodes = ({ codes, onKept }: { readonly codes: readonly string[]; readonly onKept: () => void }) => (
  <div className="once">
    <h3>{messages.recoveryCodes}</h3>
    <p>{messages.recoveryCodesHelp}</p>
    <SecretList label={messages.recoveryCodes} texts={codes}>
      <Button className="primary" onPress={onKept}>
        {messages.kept}
      </Button>
    </SecretList>
  </div>
)

/** The code of an app beside the password. */
export const SecondFactor = () => {
  const queries = useQueryClient()
  const { data, error } = useQuery({ queryKey: ['second factor'], queryFn: readFactor })
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const renew = (): void => {
    for (const name of ['second factor', 'sessions']) void queries.invalidateQueries({ queryKey: [name] })
  }
  const show = (created: readonly string[]): void => {
    setCodes(created)
    renew()
  }
  return (
    <Section title={messages.secondFactor} help={messages.secondFactorHelp}>
      {error && <ReadError error={error} />}
      {codes && <NewCodes codes={codes} onKept={() => setCodes(null)} />}
      {!codes && data && !data.enabled && <TurnOn onDone={show} />}
      {!codes && data?.enabledAt && (
        <>
          <p>{messages.factorOn(writeTime(data.enabledAt), writeNumber(data.recoveryCodesLeft))}</p>
          <div className="send">
            <ProofButton
              label={messages.newCodes}
              help={messages.newCodesHelp}
              send={renewCodes}
              onSent={show}
            />
            <ProofButton label={messages.turnOff} send={turnOff} onSent={renew} isDanger />
          </div>
        </>
      )}
    </Section>
  )
}
