// Command generate renders every template of inputs/ with Go's own text/template, and where a group
// asks for it with the real Sprig, and writes what came out to vectors/. Run it in this folder: go run .
package main

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"sort"
	"strings"
	"text/template"
	"time"
	"unicode/utf8"

	"github.com/Masterminds/sprig/v3"
)

// Group is a number of templates over the same data and options.
type Group struct {
	Data       json.RawMessage `json:"data,omitempty"`
	MissingKey string          `json:"missingKey,omitempty"`
	Delims     []string        `json:"delims,omitempty"`
	Functions  string          `json:"functions,omitempty"`
	Templates  []string        `json:"templates,omitempty"`
	Patterns   []Pattern       `json:"patterns,omitempty"`
}

// Pattern stands for all templates that its words make: each word of the text is replaced by each of
// its values.
type Pattern struct {
	Text  string              `json:"text"`
	Words map[string][]string `json:"words"`
}

// Vector is a template and what Go made of it: text, bytes that are no UTF-8, or an error.
type Vector struct {
	Template  string  `json:"template"`
	Output    *string `json:"output,omitempty"`
	OutputHex string  `json:"outputHex,omitempty"`
	Error     string  `json:"error,omitempty"`
}

// The same functions as src/sets, made of Go's own packages.
var functions = template.FuncMap{
	"regexMatch": func(pattern, text string) (bool, error) {
		return regexp.MatchString(pattern, text)
	},
	"regexReplaceAll": func(pattern, replacement, text string) (string, error) {
		compiled, err := regexp.Compile(pattern)
		if err != nil {
			return "", err
		}
		return compiled.ReplaceAllString(text, replacement), nil
	},
	"regexFindSubmatch": func(pattern, text string) []string {
		return regexp.MustCompile(pattern).FindStringSubmatch(text)
	},
	"replaceAll": func(from, to, text string) string { return strings.ReplaceAll(text, from, to) },
	"toLower":    strings.ToLower,
	"toUpper":    strings.ToUpper,
	"toTitle":    strings.Title,
	"toJSON": func(value any) (string, error) {
		encoded, err := json.Marshal(value)
		return string(encoded), err
	},
	"toPrettyJson": func(value any) (string, error) {
		encoded, err := json.MarshalIndent(value, "", "  ")
		return string(encoded), err
	},
	"split": func(separator, text string) []string {
		trimmed := strings.TrimSpace(text)
		if trimmed == "" {
			return []string{}
		}
		return strings.Split(trimmed, separator)
	},
	"jsonEscape": func(text string) (string, error) {
		encoded, err := json.Marshal(text)
		return string(encoded), err
	},
	"timeFormat": func(value, layout string) (string, error) {
		parsed, err := time.Parse("2006-01-02T15:04:05.999Z", value)
		if err != nil {
			return value, err
		}
		return parsed.Format(layout), nil
	},
	"timeBetween": func(from, to, value string) (string, error) {
		parsed, err := time.Parse(from, value)
		if err != nil {
			return value, err
		}
		return parsed.Format(to), nil
	},
	"isEmpty": isEmpty,
	"toString": func(value any) string {
		if isEmpty(value) {
			return ""
		}
		return fmt.Sprintf("%v", value)
	},
	"list":     func(values ...any) []any { return values },
	"addThree": func() func(...any) any { return func(args ...any) any { return len(args) + 3 } },
	"fails":    func(message string) (string, error) { return "", fmt.Errorf("%s", message) },
}

// isEmpty has the rules of the upstream relay: true is empty, false is not, and of lists only one of
// strings can be.
func isEmpty(value any) bool {
	switch typed := value.(type) {
	case nil:
		return true
	case string:
		return strings.TrimSpace(typed) == ""
	case int:
		return typed == 0
	case float64:
		return typed == 0
	case bool:
		return typed
	case []string:
		return len(typed) == 0 || len(typed) == 1 && strings.TrimSpace(typed[0]) == ""
	}
	return reflect.ValueOf(value).IsNil()
}

func main() {
	inputs, err := filepath.Glob("inputs/*.json")
	check(err)
	total := 0
	for _, input := range inputs {
		count := convert(input, filepath.Join("vectors", filepath.Base(input)))
		fmt.Printf("%5d %s\n", count, input)
		total += count
	}
	fmt.Printf("%5d vectors\n", total)
}

func convert(input, output string) int {
	text, err := os.ReadFile(input)
	check(err)
	var groups []Group
	if err := json.Unmarshal(text, &groups); err != nil {
		log.Fatalf("%s: %v", input, err)
	}
	var out bytes.Buffer
	out.WriteString("[\n")
	count := 0
	for index, group := range groups {
		vectors := render(group)
		count += len(vectors)
		writeGroup(&out, group, vectors)
		out.WriteString(separator(index, len(groups)))
	}
	out.WriteString("]\n")
	check(os.WriteFile(output, out.Bytes(), 0o644))
	return count
}

// writeGroup writes a vector a line, so that a change shows as one line.
func writeGroup(out *bytes.Buffer, group Group, vectors []Vector) {
	head := Group{Data: group.Data, MissingKey: group.MissingKey, Delims: group.Delims, Functions: group.Functions}
	encoded := strings.TrimSuffix(encode(head), "}")
	if encoded != "{" {
		encoded += ","
	}
	out.WriteString(encoded + "\"vectors\":[\n")
	for index, vector := range vectors {
		out.WriteString(encode(vector) + separator(index, len(vectors)))
	}
	out.WriteString("]}")
}

func separator(index, length int) string {
	if index < length-1 {
		return ",\n"
	}
	return "\n"
}

func encode(value any) string {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	check(encoder.Encode(value))
	return strings.TrimSuffix(out.String(), "\n")
}

func render(group Group) []Vector {
	texts := append([]string{}, group.Templates...)
	for _, pattern := range group.Patterns {
		texts = append(texts, expand(pattern)...)
	}
	sort.Strings(texts)
	vectors := make([]Vector, 0, len(texts))
	for index, text := range texts {
		if index == 0 || texts[index-1] != text {
			vectors = append(vectors, execute(group, text))
		}
	}
	return vectors
}

// expand replaces words in the order of their names, so that the result is stable.
func expand(pattern Pattern) []string {
	names := make([]string, 0, len(pattern.Words))
	for name := range pattern.Words {
		names = append(names, name)
	}
	sort.Strings(names)
	texts := []string{pattern.Text}
	for _, name := range names {
		var longer []string
		for _, text := range texts {
			for _, value := range pattern.Words[name] {
				longer = append(longer, strings.ReplaceAll(text, name, value))
			}
		}
		texts = longer
	}
	return texts
}

func execute(group Group, text string) Vector {
	root := template.New("t")
	if group.Functions == "sprig" {
		root.Funcs(sprig.TxtFuncMap())
	} else {
		root.Funcs(functions)
	}
	if group.MissingKey != "" {
		root.Option("missingkey=" + group.MissingKey)
	}
	if len(group.Delims) == 2 {
		root.Delims(group.Delims[0], group.Delims[1])
	}
	parsed, err := root.Parse(text)
	if err != nil {
		return Vector{Template: text, Error: err.Error()}
	}
	var data any
	if len(group.Data) > 0 {
		check(json.Unmarshal(group.Data, &data))
	}
	var out bytes.Buffer
	if err := parsed.Execute(&out, data); err != nil {
		return Vector{Template: text, Error: err.Error()}
	}
	rendered := out.String()
	if !utf8.ValidString(rendered) {
		return Vector{Template: text, OutputHex: hex.EncodeToString(out.Bytes())}
	}
	return Vector{Template: text, Output: &rendered}
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
