// The search takes a word that begins with "-" for one that must not occur; people who type "--vary" want the option.
for (const kind of ["input", "keyup"]) {
  document.addEventListener(
    kind,
    (event) => {
      const entry = event.target;
      if (entry instanceof HTMLInputElement && entry.matches(".md-search__input")) {
        const plain = entry.value.replace(/(^|\s)-+/g, "$1");
        if (plain !== entry.value) entry.value = plain;
      }
    },
    true,
  );
}
