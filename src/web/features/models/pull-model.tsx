import { Button, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { pullModel } from '#web/api/client.ts'
import { failureText } from '#web/api/request.ts'
import { t } from '#web/messages/t.ts'
import { Notice } from '#web/ui/notice.tsx'
import classes from './models.module.css'

/** Small enough for most machines. */
const SUGGESTED_MODEL = 'llama3.2'

/** Offers to download a model that Ollama does not have. */
export function PullModel({ address, model }: { address: string; model: string }) {
  const pull = usePull(address)
  if (pull.isPending) return <PullProgress model={model} share={pull.share} />
  return (
    <>
      {pull.error && <Notice tone="danger">{failureText(pull.error, 'server.unexpected')}</Notice>}
      <Notice
        action={
          <Button variant="default" onClick={() => pull.mutate(model)}>
            {t('models.pull', { model })}
          </Button>
        }
      >
        {t('models.pullHint', { model })}
      </Notice>
    </>
  )
}

/** An Ollama without models: offers to download a first one. */
export function PullFirstModel({ address }: { address: string }) {
  const [typed, setTyped] = useState(SUGGESTED_MODEL)
  const model = typed.trim()
  const pull = usePull(address)
  if (pull.isPending) return <PullProgress model={model} share={pull.share} />
  return (
    <>
      {pull.error && <Notice tone="danger">{failureText(pull.error, 'server.unexpected')}</Notice>}
      <Notice>
        <p className={classes.state}>{t('models.foundEmpty')}</p>
        <div className={classes.actions}>
          <TextInput
            aria-label={t('models.modelToPull')}
            value={typed}
            spellCheck={false}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Button disabled={model === ''} onClick={() => pull.mutate(model)}>
            {t('models.pull', { model })}
          </Button>
        </div>
      </Notice>
    </>
  )
}

/** `share` is 0 to 1. */
function usePull(address: string) {
  const queryClient = useQueryClient()
  const [share, setShare] = useState(0)
  const pull = useMutation({
    mutationFn: (model: string) => pullModel({ address, model }, (latest) => setShare((before) => latest ?? before)),
    onMutate: () => setShare(0),
    // The lists of models, and the servers on this machine.
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['admin', 'models'] }),
  })
  return { ...pull, share }
}

function PullProgress({ model, share }: { model: string; share: number }) {
  return <Notice>{t('models.pulling', { model, percent: Math.floor(share * 100) })}</Notice>
}
