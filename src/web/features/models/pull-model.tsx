import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { pullModel } from '#web/api/client.ts'
import { failureText } from '#web/api/request.ts'
import { t } from '#web/messages/t.ts'
import { Notice } from '#web/ui/notice.tsx'

/** Offers to download a model that Ollama does not have. */
export function PullModel({ address, model }: { address: string; model: string }) {
  const queryClient = useQueryClient()
  const [share, setShare] = useState<number | null>(null)
  const pull = useMutation({
    mutationFn: () => pullModel({ address, model }, (latest) => setShare((before) => latest ?? before)),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['admin', 'models', 'list'] }),
  })
  if (pull.isPending) return <Notice>{t('models.pulling', { model, percent: Math.floor((share ?? 0) * 100) })}</Notice>
  return (
    <>
      {pull.error && <Notice tone="danger">{failureText(pull.error, 'server.unexpected')}</Notice>}
      <Notice
        action={
          <Button variant="default" onClick={() => pull.mutate()}>
            {t('models.pull', { model })}
          </Button>
        }
      >
        {t('models.pullHint', { model })}
      </Notice>
    </>
  )
}
