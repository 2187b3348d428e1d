// Shown in the place of the screen that was wanted: its address is still there, so loading it anew leads to it.
const again = () => location.reload()
addEventListener('online', again)
document.getElementById('again').addEventListener('click', (event) => {
  event.preventDefault()
  again()
})
