// Google's own fake of Pub/Sub behind the REST path that the relay publishes to: what comes is read with Google's own
// types. Usage: pstest; prints its address, and at GET /messages/TOPIC what it holds.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"strings"

	pb "cloud.google.com/go/pubsub/apiv1/pubsubpb"
	"cloud.google.com/go/pubsub/pstest"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/encoding/protojson"
)

func main() {
	fake := pstest.NewServer()
	conn, err := grpc.NewClient(fake.Addr, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		log.Fatal(err)
	}
	publisher := pb.NewPublisherClient(conn)
	if _, err := publisher.CreateTopic(context.Background(), &pb.Topic{Name: "projects/p/topics/alerts"}); err != nil {
		log.Fatal(err)
	}
	http.HandleFunc("/v1/projects/", func(w http.ResponseWriter, r *http.Request) {
		topic, isPublish := strings.CutSuffix(strings.TrimPrefix(r.URL.Path, "/v1/"), ":publish")
		body, _ := io.ReadAll(r.Body)
		request := &pb.PublishRequest{}
		if !isPublish || protojson.Unmarshal(body, request) != nil {
			http.Error(w, `{"error":{"status":"INVALID_ARGUMENT"}}`, http.StatusBadRequest)
			return
		}
		request.Topic = topic
		answer, err := publisher.Publish(r.Context(), request)
		if err != nil {
			http.Error(w, fmt.Sprintf(`{"error":{"status":%q}}`, status.Code(err)), http.StatusNotFound)
			return
		}
		text, _ := protojson.Marshal(answer)
		w.Header().Set("content-type", "application/json")
		_, _ = w.Write(text)
	})
	http.HandleFunc("/messages", func(w http.ResponseWriter, _ *http.Request) {
		_ = json.NewEncoder(w).Encode(fake.Messages())
	})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("http://%s\n", listener.Addr())
	log.Fatal(http.Serve(listener, nil))
}
