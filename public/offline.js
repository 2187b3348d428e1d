// Shown in the place of the screen that was wanted: its address is still there, so loading it anew leads to it.
const again = () => location.reload()
addEventListener('online', again)
document.getElementById('again').addEventListener('click', (event) => {
  event.preventDefault()
  again()
})
// A line that was there all the time says nothing when the server is back, so the server is asked.
setInterval(async () => {
  const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => null)
  if (answer?.ok) again()
}, 3_000)
