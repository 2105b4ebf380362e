import { usage } from "../../failure/errors.js";
import { probableName } from "../../input/near-names.js";
import { print, printJson } from "../../output/streams.js";
import type { CommandAction } from "../../command-spec.js";

interface Options {
  readonly json?: boolean;
}

/** `kinetree completion SHELL`: each script asks `kinetree __complete` with the words so far. */
export const completion: CommandAction = ([given], { json }: Options) => {
  const shell = requireShell(given);
  if (json === true) printJson({ shell, script: scripts[shell] });
  else print(scripts[shell]);
  return 0;
};

function requireShell(given: string): keyof typeof scripts {
  const shells = Object.keys(scripts) as (keyof typeof scripts)[];
  const found = shells.find((shell) => shell === given);
  if (found !== undefined) return found;
  const near = probableName(given, shells);
  const fix = near === null ? "There are scripts for bash, zsh and fish." : `Did you mean "${near}"?`;
  throw usage("unknown-shell", "SHELL", given, `there is no completion script for the shell "${given}". ${fix}`);
}

const bash = `# kinetree completion for bash: source <(kinetree completion bash)
_kinetree() {
  local IFS=$'\\n' line words=("\${COMP_WORDS[@]:1:COMP_CWORD}")
  COMPREPLY=()
  # bash takes "=" for the end of a word; --set length= must stay together.
  local current="\${COMP_WORDS[COMP_CWORD]}"
  while read -r line; do
    if [[ $line == :files ]]; then
      compopt -o filenames 2>/dev/null
      COMPREPLY+=($(compgen -f -- "$current"))
    else
      COMPREPLY+=("\${line%%$'\\t'*}")
    fi
  done < <(kinetree __complete -- "\${words[@]}" 2>/dev/null)
  [[ \${#COMPREPLY[@]} -eq 1 && \${COMPREPLY[0]} == *= ]] && compopt -o nospace 2>/dev/null
}
complete -F _kinetree kinetree
`;

const zsh = `#compdef kinetree
# kinetree completion for zsh: source <(kinetree completion zsh)
_kinetree() {
  local -a offers; local line files=0
  while IFS= read -r line; do
    if [[ $line == :files ]]; then files=1; else offers+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}"); fi
  done < <(kinetree __complete -- "\${(@)words[2,$CURRENT]}" 2>/dev/null)
  (( $#offers )) && _describe -t values kinetree offers -S ''
  (( files )) && _files
}
compdef _kinetree kinetree
`;

const fish = `# kinetree completion for fish: kinetree completion fish > ~/.config/fish/completions/kinetree.fish
function __kinetree_offers
  set -l words (commandline -opc) (commandline -ct)
  for line in (kinetree __complete -- $words[2..-1] 2>/dev/null)
    if test "$line" = ":files"
      __fish_complete_path (commandline -ct)
    else
      echo $line
    end
  end
end
complete -c kinetree -f -a "(__kinetree_offers)"
`;

const scripts = { bash, zsh, fish } as const;
