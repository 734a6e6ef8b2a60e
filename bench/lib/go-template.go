// Command go-template renders one template over and over with Go's own text/template.
// It reads {"template", "data", "seconds"} from standard input and prints {"output", "perSecond"}.
package main

import (
	"bytes"
	"encoding/json"
	"io"
	"log"
	"os"
	"text/template"
	"time"
)

func main() {
	var task struct {
		Template string  `json:"template"`
		Data     any     `json:"data"`
		Seconds  float64 `json:"seconds"`
	}
	if err := json.NewDecoder(os.Stdin).Decode(&task); err != nil {
		log.Fatal(err)
	}
	parsed := template.Must(template.New("bench").Parse(task.Template))
	var out bytes.Buffer
	render := func(w io.Writer) {
		if err := parsed.Execute(w, task.Data); err != nil {
			log.Fatal(err)
		}
	}
	render(&out)
	output := out.String()

	limit := time.Duration(task.Seconds * float64(time.Second))
	count := 0
	start := time.Now()
	for time.Since(start) < limit {
		for range 100 {
			out.Reset()
			render(&out)
		}
		count += 100
	}
	answer := map[string]any{"output": output, "perSecond": float64(count) / time.Since(start).Seconds()}
	if err := json.NewEncoder(os.Stdout).Encode(answer); err != nil {
		log.Fatal(err)
	}
}
